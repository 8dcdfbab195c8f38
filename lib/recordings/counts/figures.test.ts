import { expect, test } from "vitest";
import { findPeriodBefore } from "./figures";

const clock = { now: new Date("2026-11-23T12:00:00Z"), timeZone: "Europe/Berlin" };

test.each([
  ["a day", "2026-11-20", "2026-11-20", { from: "2026-11-19", to: "2026-11-19" }],
  ["a week", "2026-11-16", "2026-11-22", { from: "2026-11-09", to: "2026-11-15" }],
  ["over a change of clocks", "2026-10-20", "2026-10-29", { from: "2026-10-10", to: "2026-10-19" }],
  ["a whole month", "2026-03-01", "2026-03-31", { from: "2026-02-01", to: "2026-02-28" }],
  ["a quarter", "2026-07-01", "2026-09-30", { from: "2026-04-01", to: "2026-06-30" }],
  ["a leap year", "2024-01-01", "2024-12-31", { from: "2023-01-01", to: "2023-12-31" }],
  ["a month so far", "2026-11-01", "2026-11-23", { from: "2026-10-09", to: "2026-10-31" }],
  ["until today", "2026-11-21", null, { from: "2026-11-18", to: "2026-11-20" }],
  ["no first day", null, "2026-11-20", null],
  ["nothing", null, null, null],
  ["days that begin after their end", "2026-11-21", "2026-11-20", null],
  ["days of the future", "2026-12-01", null, null],
  ["days before which there are too few", "0001-02-01", "2026-11-20", null],
  ["the first day that there is", "0001-01-01", "2026-11-20", null],
])("the period before %s", (_, from, to, before) => {
  expect(findPeriodBefore({ from, to, days: null }, clock)).toEqual(before);
});

test.each([
  ["today", { from: "2026-11-22", to: "2026-11-22" }],
  ["last-7-days", { from: "2026-11-10", to: "2026-11-16" }],
  ["this-week", { from: "2026-11-16", to: "2026-11-16" }],
  ["last-week", { from: "2026-11-09", to: "2026-11-15" }],
  ["this-month", { from: "2026-10-01", to: "2026-10-23" }],
  ["last-month", { from: "2026-09-01", to: "2026-09-30" }],
  ["this-year", { from: "2025-01-01", to: "2025-11-23" }],
] as const)("the period before %s", (days, before) => {
  expect(findPeriodBefore({ from: null, to: null, days }, clock)).toEqual(before);
});

test("a month so far that is longer than the one before is compared with all of it", () => {
  const march = { ...clock, now: new Date("2026-03-30T12:00:00Z") };
  expect(findPeriodBefore({ from: null, to: null, days: "this-month" }, march)).toEqual({
    from: "2026-02-01",
    to: "2026-02-28",
  });
});
