import { readdir, readFile } from "node:fs/promises";
import { expect, test } from "vitest";
import { inProject } from "../command/project";
import { coreButLonger, coreJourneys, longJourneys } from "./checks";

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

test("in CI a core journey runs among the others if it is longer there, and else before them", () => {
  const isLeftToCore = (test: string) => new RegExp(coreButLonger).test(test);
  expect(isLeftToCore("faults intake/restart.spec.ts kills › a title @long @middle")).toBe(false);
  expect(isLeftToCore("faults intake/restart.spec.ts kills › a title @long")).toBe(true);
  expect(isLeftToCore("pages list/browse.spec.ts a title")).toBe(true);
  expect(isLeftToCore("pages list/table.spec.ts a title")).toBe(false);
});
