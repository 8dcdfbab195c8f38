import { readdir, readFile } from "node:fs/promises";
import { expect, test } from "vitest";
import { inProject } from "../command/project";
import { coreJourneys, longJourneys } from "./checks";

const files = await readdir(inProject("e2e"), { recursive: true });
const journeys = files.flatMap((file) => /^(.+)\.spec\.ts$/.exec(file)?.slice(1) ?? []);

test("the long journeys are those that ask how long they are to be", async () => {
  const asking = [];
  for (const journey of journeys) {
    const text = await readFile(inProject("e2e", `${journey}.spec.ts`), "utf8");
    if (/\bbyLength\(/.test(text)) asking.push(journey);
    expect.soft(/\blonger(InCi)?,/.test(text), journey).toBe(asking.includes(journey));
  }
  expect(asking.sort()).toEqual(longJourneys);
});

test("the core journeys are there, and most journeys are others", () => {
  expect(coreJourneys.filter((journey) => !journeys.includes(journey))).toEqual([]);
  expect(new Set(coreJourneys).size).toBe(coreJourneys.length);
  expect(journeys.length).toBeGreaterThan(2 * coreJourneys.length);
});
