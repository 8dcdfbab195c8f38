import { readdir, readFile } from "node:fs/promises";
import { basename } from "node:path";
import { expect, test } from "vitest";
import { inProject } from "../command/project";
import { faultJourneys } from "./stages";

test("the long fault journeys are those that ask how long they are to be", async () => {
  const files = await readdir(inProject("e2e"), { recursive: true });
  const asking = [];
  for (const file of files.filter((path) => path.endsWith(".spec.ts"))) {
    const text = await readFile(inProject("e2e", file), "utf8");
    if (/\bbyLength\(/.test(text)) asking.push(basename(file, ".spec.ts"));
  }
  expect(asking.sort()).toEqual(faultJourneys);
});
