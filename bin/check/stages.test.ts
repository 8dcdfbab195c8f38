import { readdir, readFile } from "node:fs/promises";
import { expect, test } from "vitest";
import { inProject } from "../command/root-folder";
import { faultJourneys } from "./stages";

test("the long fault journeys are those that ask how long they are to be", async () => {
  const files = (await readdir(inProject("e2e"))).filter((name) => name.endsWith(".spec.ts"));
  const asking = [];
  for (const name of files) {
    const text = await readFile(inProject("e2e", name), "utf8");
    if (/\bbyLength\(/.test(text)) asking.push(name.replace(".spec.ts", ""));
  }
  expect(asking.sort()).toEqual(faultJourneys);
});
