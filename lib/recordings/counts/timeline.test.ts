import fc from "fast-check";
import { expect, test } from "vitest";
import { findMainYears } from "./timeline";
import type { YearCount } from "./timeline-sql";

const find = (...years: [year: number, calls: number][]) => {
  const main = findMainYears(years.map(([year, calls]) => ({ year, calls })));
  return main && [main.first, main.last];
};

test("a few calls of another age stand apart, at either end", () => {
  expect(find([1, 1], [2026, 160], [9999, 1])).toEqual([2026, 2026]);
  expect(find([2026, 2], [9999, 1])).toEqual([2026, 2026]);
  expect(find([1970, 3], [2024, 900], [2025, 1_200], [2026, 400])).toEqual([2024, 2026]);
  expect(find([2016, 2], [2026, 90])).toEqual([2026, 2026]);
});

test("years of work stay together, however uneven", () => {
  expect(find([2019, 5], [2021, 40], [2022, 900], [2026, 1])).toEqual([2019, 2026]);
  expect(find([2012, 400], [2026, 500])).toEqual([2012, 2026]);
  expect(find([2025, 1], [2026, 9_000])).toEqual([2025, 2026]);
});

test("of two calls of different ages neither is the odd one", () => {
  expect(find([2026, 1], [9999, 1])).toEqual([2026, 9999]);
});

test("no call has no years", () => {
  expect(find()).toBeNull();
  expect(find([2026, 0])).toBeNull();
});

test("whatever the years, the main ones begin and end with calls, and hold the middle one", () => {
  const counts = fc.uniqueArray(
    fc.record({ year: fc.integer({ min: 1, max: 9_999 }), calls: fc.integer({ min: 1, max: 99 }) }),
    { selector: ({ year }) => year, minLength: 1, maxLength: 60 },
  );
  fc.assert(
    fc.property(counts, (unordered) => {
      const years: YearCount[] = unordered.toSorted((one, other) => one.year - other.year);
      const main = findMainYears(years);
      const within = years.filter(({ year }) => main && year >= main.first && year <= main.last);
      expect([within.at(0)?.year, within.at(-1)?.year]).toEqual([main?.first, main?.last]);
      const sum = (some: YearCount[]) => some.reduce((total, { calls }) => total + calls, 0);
      const [before, after] = [
        years.filter(({ year }) => main && year < main.first),
        years.filter(({ year }) => main && year > main.last),
      ];
      expect(2 * Math.max(sum(before), sum(after))).toBeLessThanOrEqual(sum(years));
    }),
  );
});
