import { expect, test } from "vitest";
import { smoothShares } from "./estimate-bars";
import { layOutDays, layOutSlices } from "./lay-out-sample";

test.each<[string, [looked: number, found: number][], number[]]>([
  [
    "differ by chance alone are one",
    [
      [40, 10],
      [40, 12],
      [40, 8],
      [0, 0],
    ],
    [0.25, 0.25, 0.25, 0.25],
  ],
  [
    "differ by more are nearly their own",
    [
      [400, 40],
      [400, 320],
      [400, 200],
    ],
    [0.1, 0.8, 0.5],
  ],
  [
    "are none of many stay none",
    [
      [400, 0],
      [400, 200],
      [0, 0],
    ],
    [0, 0.5, 0.25],
  ],
])("shares that %s", (_, cells, shares) => {
  const told = smoothShares(
    cells.map(([looked, found]) => ({ looked, found })),
    0.25,
  );
  for (const [index, share] of shares.entries()) expect(told[index]).toBeCloseTo(share, 1);
});

const months = Array.from({ length: 12 }, (_, month) => {
  const from = new Date(Date.UTC(2025, month, 1)).toISOString().slice(0, 10);
  const to = new Date(Date.UTC(2025, month + 1, 0)).toISOString().slice(0, 10);
  return { side: "within" as const, days: { from, to }, calls: month === 0 ? 50 : 30_000 };
});

test("slices lie within their bars, in turns, and hold so many calls; a small bar is read whole", () => {
  const { slices, whole } = layOutSlices(months, 1_200, "UTC");
  expect(whole).toEqual(new Set([0]));
  const second = (day: string) => Date.parse(`${day}T00:00:00Z`) / 1_000;
  for (const [part, { days, calls }] of months.entries()) {
    const own = slices.filter((slice) => slice.part === part);
    const seconds = second(days.to) + 86_400 - second(days.from);
    for (const { fromSecond, toSecond } of own) {
      expect(fromSecond).toBeGreaterThanOrEqual(second(days.from));
      expect(toSecond).toBeLessThanOrEqual(second(days.from) + seconds);
    }
    const read = own.reduce((sum, { fromSecond, toSecond }) => sum + toSecond - fromSecond, 0);
    expect((read / seconds) * calls).toBeCloseTo(part === 0 ? 50 : 100);
  }
  expect(
    slices
      .slice(1, 12)
      .map(({ part }) => part)
      .toSorted((one, other) => one - other),
  ).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11].map((part) => part));
});

test.each([0.01, 0.1, 0.5, 1])("days are so great a share of all: %d", (share) => {
  const runs = layOutDays(months, share);
  const days = runs.reduce(
    (sum, { from, to }) => sum + (Date.parse(to) - Date.parse(from)) / 86_400_000 + 1,
    0,
  );
  expect(Math.abs(days - 365 * share)).toBeLessThan(1);
  expect(runs.every(({ from, to }) => from <= to && from.slice(0, 7) === to.slice(0, 7))).toBe(
    true,
  );
  expect(runs.length).toBeLessThanOrEqual(40);
});
