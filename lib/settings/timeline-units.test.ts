import fc from "fast-check";
import { expect, test } from "vitest";
import {
  chooseUnit,
  endOfUnit,
  listUnits,
  mostBars,
  startOfUnit,
  timelineUnits,
} from "./timeline-units";

const day = fc
  .integer({ min: Date.parse("0001-01-01"), max: Date.parse("9999-12-31") })
  .map((ms) => new Date(ms).toISOString().slice(0, 10));
const span = fc.tuple(day, day).map((days) => days.toSorted() as [string, string]);

test.each([
  ["2026-01-01", "2026-04-02", "day"],
  ["2026-01-01", "2026-04-03", "week"],
  ["2026-01-01", "2027-12-31", "week"],
  ["2026-01-01", "2035-12-31", "month"],
  ["1997-01-01", "2026-12-31", "quarter"],
  ["1907-01-01", "2026-12-31", "year"],
  ["1000-01-01", "2026-12-31", "decade"],
  ["0001-01-01", "9999-12-31", "century"],
])("from %s to %s the bars are one a %s", (from, to, unit) => {
  expect(chooseUnit(from, to)).toBe(unit);
});

test("any span of the years 1 to 9999 is a bounded number of bars", () => {
  fc.assert(
    fc.property(span, ([from, to]) => {
      const starts = listUnits(from, to, chooseUnit(from, to));
      expect(starts.length).toBeGreaterThan(0);
      expect(starts.length).toBeLessThanOrEqual(mostBars);
    }),
    { examples: [[["0001-01-01", "9999-12-31"]], [["9999-12-31", "9999-12-31"]]], numRuns: 500 },
  );
});

test("units follow each other without gap or overlap, to the ends of the calendar", () => {
  fc.assert(
    fc.property(span, fc.constantFrom(...timelineUnits), ([from, to], unit) => {
      const starts = listUnits(from, to, unit);
      expect(starts[0]).toBe(startOfUnit(from, unit));
      for (const [index, start] of starts.entries()) {
        expect(startOfUnit(start, unit)).toBe(start);
        const end = endOfUnit(start, unit);
        expect(startOfUnit(end, unit)).toBe(start);
        const next = starts[index + 1];
        if (next) expect(Date.parse(next) - Date.parse(end)).toBe(86_400_000);
      }
    }),
    { numRuns: 200 },
  );
});
