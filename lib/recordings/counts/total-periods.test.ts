import { Temporal } from "temporal-polyfill";
import { expect, test } from "vitest";
import { cover, type Span } from "./total-periods";

const origin = Temporal.PlainDate.from("2022-12-20");
const dayCount = 1_500;

const coverSigned = (from: Span["from"], below: Span["below"]) =>
  cover(from, below, { mayTake: true });

/** How often each day is counted, from the origin on. */
function countDays(spans: Span[]): number[] {
  const counts = Array.from({ length: dayCount }, () => 0);
  for (const { from, below, sign } of spans) {
    const first = from ? origin.until(from).days : 0;
    const end = below ? origin.until(below).days : dayCount;
    for (let day = Math.max(first, 0); day < Math.min(end, dayCount); day++) {
      counts[day] = (counts[day] ?? 0) + sign;
    }
  }
  return counts;
}

test("every day of a range is counted once and no other, wherever it begins and ends", () => {
  for (let first = 0; first < 800; first += 7) {
    for (let length = 1; length < 650; length = Math.ceil(length * 1.3)) {
      const [from, below] = [origin.add({ days: first }), origin.add({ days: first + length })];
      const counts = countDays(coverSigned(from, below));
      const whole = counts.map((_, day) => (day >= first && day < first + length ? 1 : 0));
      expect(counts, `${from} to ${below}`).toEqual(whole);
      const added = cover(from, below, {});
      expect(countDays(added), `${from} to ${below}, added`).toEqual(whole);
      expect(added.every(({ sign }) => sign > 0)).toBe(true);
    }
  }
});

test("every span is of whole periods of its kind", () => {
  const spans = coverSigned(origin.add({ days: 3 }), origin.add({ days: 1_190 }));
  for (const { period, from, below } of spans) {
    for (const day of [from, below]) {
      if (period === "week") expect(day?.dayOfWeek).toBe(1);
      if (period === "month" || period === "year") expect(day?.day).toBe(1);
      if (period === "year") expect(day?.month).toBe(1);
    }
  }
});

test("nearly all of a year is the year less what is missing", () => {
  const spans = coverSigned(
    Temporal.PlainDate.from("2026-01-01"),
    Temporal.PlainDate.from("2026-12-28"),
  );
  expect(spans.map(({ period, sign }) => [period, sign])).toEqual([
    ["year", 1],
    ["day", -1],
  ]);
});

test("without a beginning or an end, all years on that side are counted", () => {
  const day = Temporal.PlainDate.from("2025-03-01");
  const since = countDays(coverSigned(day, null));
  const until = countDays(coverSigned(null, day));
  const both = since.map((count, index) => count + (until[index] ?? 0));
  expect(both.every((count) => count === 1)).toBe(true);
  expect(coverSigned(null, null)).toHaveLength(1);
});
