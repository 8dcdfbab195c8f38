import { expect, test } from "vitest";
import { shiftDay, startOfUnit } from "@/lib/settings/timeline-units";
import { findBursts, findHigh } from "./bursts";
import { smoothShares } from "./estimate-bars";
import { layOutDays, layOutSlices, listDays, withoutDays } from "./lay-out-sample";

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
  const calls = month === 0 ? 50 : 30_000;
  return { side: "within" as const, spans: [{ from, to }], calls, isBurst: false };
});

test("slices lie within their bars, in turns, and hold so many calls; a small bar is read whole", () => {
  const { slices, whole } = layOutSlices(months, 1_200, "UTC");
  expect(whole).toEqual(new Set([0]));
  const second = (day: string) => Date.parse(`${day}T00:00:00Z`) / 1_000;
  for (const [part, { spans, calls }] of months.entries()) {
    const [days] = spans as [{ from: string; to: string }];
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

test("of a bar whose bursts are apart, slices and days lie in the rest of it", () => {
  const spans = withoutDays({ from: "2025-03-01", to: "2025-03-31" }, ["2025-03-01", "2025-03-20"]);
  expect(spans).toEqual([
    { from: "2025-03-02", to: "2025-03-19" },
    { from: "2025-03-21", to: "2025-03-31" },
  ]);
  expect(
    withoutDays({ from: "2025-03-01", to: "2025-03-02" }, ["2025-03-01", "2025-03-02"]),
  ).toEqual([]);
  const parts = [{ side: "within" as const, spans, calls: 30_000, isBurst: false }];
  const { slices } = layOutSlices(parts, 3_000, "UTC");
  expect(slices).toHaveLength(32);
  for (const { fromSecond, toSecond } of slices) {
    const days = [fromSecond, toSecond - 1].map((second) =>
      new Date(second * 1_000).toISOString().slice(0, 10),
    );
    expect(days).not.toContain("2025-03-01");
    expect(days).not.toContain("2025-03-20");
  }
  expect(layOutDays(parts, 1).flatMap(listDays)).toEqual(spans.flatMap(listDays));
  expect(layOutDays(parts, 0.5).flatMap(listDays)).toHaveLength(14);
});

test("days of weeks that stand out, and have far more calls than is usual, are bursts", () => {
  const days = Array.from({ length: 70 }, (_, day): [day: string, calls: number] => {
    const at = shiftDay("2026-01-05", day);
    // People rest on Sundays; and one campaign took a Saturday, another one a Tuesday.
    const calls = day % 7 === 6 ? 0 : 1_000 + 20 * (day % 5);
    return [at, calls + ({ 26: 6_000, 43: 2_500 }[day] ?? 0)];
  });
  const weeks = new Map<string, number>();
  for (const [day, calls] of days) {
    const week = startOfUnit(day, "week");
    weeks.set(week, (weeks.get(week) ?? 0) + calls);
  }
  const high = findHigh(weeks);
  expect(high.map(({ week }) => week)).toEqual(["2026-01-26", "2026-02-16"]);
  expect(findBursts(new Map(days), high)).toEqual([
    { day: "2026-01-31", calls: 7_020 },
    { day: "2026-02-17", calls: 3_560 },
  ]);
});
