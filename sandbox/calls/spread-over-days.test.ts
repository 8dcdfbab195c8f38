import { expect, test } from "vitest";
import { createRandom } from "../numbers/random";
import { spreadOverDays } from "./spread-over-days";

test("calls lie in the past days, oldest first, most of them in working hours", () => {
  const now = new Date("2026-03-11T15:30:00Z");
  const timeAt = spreadOverDays(1000, 14, now, createRandom("test"));
  const times = Array.from({ length: 1000 }, (_, position) => timeAt(position).getTime());
  expect(times).toEqual(times.toSorted((first, second) => first - second));
  expect(times.at(-1)).toBeLessThanOrEqual(now.getTime());
  expect(times[0]).toBeGreaterThanOrEqual(now.getTime() - 14 * 86_400_000);
  const inWorkingHours = times.filter((time) => {
    const hour = new Date(time).getUTCHours();
    return hour >= 8 && hour < 19;
  });
  expect(inWorkingHours.length).toBeGreaterThan(800);
});
