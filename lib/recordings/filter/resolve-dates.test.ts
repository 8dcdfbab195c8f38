import fc from "fast-check";
import { describe, expect, it, test } from "vitest";
import {
  emptyFilter,
  maxLastDays,
  namedDays,
  parseRelativeDays,
  type RelativeDays,
} from "./filter";
import { findPeriodBefore, resolveDates, toFixedDays } from "./resolve-dates";

const at = (instant: string, timeZone: string) => ({ now: new Date(instant), timeZone });
const noonInNovember = at("2026-11-20T12:00:00Z", "UTC");

describe("toFixedDays", () => {
  it.each<[RelativeDays, string, string]>([
    ["today", "2026-11-20", "2026-11-20"],
    ["yesterday", "2026-11-19", "2026-11-19"],
    ["last-1-days", "2026-11-20", "2026-11-20"],
    ["last-7-days", "2026-11-14", "2026-11-20"],
    ["last-14-days", "2026-11-07", "2026-11-20"],
    ["this-week", "2026-11-16", "2026-11-20"],
    ["last-week", "2026-11-09", "2026-11-15"],
    ["this-month", "2026-11-01", "2026-11-20"],
    ["last-month", "2026-10-01", "2026-10-31"],
    ["this-year", "2026-01-01", "2026-11-20"],
  ])("on a Friday in November, %s is %s to %s", (days, from, to) => {
    expect(toFixedDays(days, noonInNovember)).toEqual({ from, to });
  });

  it.each([
    ["Pacific/Kiritimati", "2026-11-21"],
    ["Asia/Kathmandu", "2026-11-21"],
    ["UTC", "2026-11-20"],
    ["Pacific/Pago_Pago", "2026-11-20"],
  ])("today is the day of who looks: %s", (timeZone, day) => {
    const { now } = at("2026-11-20T18:20:00Z", timeZone);
    expect(toFixedDays("today", { now, timeZone })).toEqual({ from: day, to: day });
  });

  it.each([
    // The clocks go forward, and back: the days have 23 and 25 hours.
    ["2026-03-29T22:30:00Z", "2026-03-30"],
    ["2026-03-29T21:30:00Z", "2026-03-29"],
    ["2026-10-25T22:30:00Z", "2026-10-25"],
    ["2026-10-25T23:30:00Z", "2026-10-26"],
  ])("summer time does not shift a day: %s", (now, today) => {
    expect(toFixedDays("today", at(now, "Europe/Berlin")).to).toBe(today);
    const dayBefore = new Date(Date.parse(today) - 86_400_000).toISOString().slice(0, 10);
    expect(toFixedDays("yesterday", at(now, "Europe/Berlin")).to).toBe(dayBefore);
  });

  it("begins a week on Monday, on Monday and on Sunday too", () => {
    expect(toFixedDays("this-week", at("2026-11-16T00:00:00Z", "UTC")).from).toBe("2026-11-16");
    expect(toFixedDays("this-week", at("2026-11-22T23:59:59Z", "UTC")).from).toBe("2026-11-16");
    expect(toFixedDays("last-week", at("2026-11-22T23:59:59Z", "UTC"))).toEqual({
      from: "2026-11-09",
      to: "2026-11-15",
    });
  });

  it("knows short months and leap years", () => {
    expect(toFixedDays("last-month", at("2028-03-31T12:00:00Z", "UTC"))).toEqual({
      from: "2028-02-01",
      to: "2028-02-29",
    });
    expect(toFixedDays("last-month", at("2026-01-01T12:00:00Z", "UTC")).from).toBe("2025-12-01");
  });

  test("the last N days are N days, whatever the day and the zone", () => {
    const zone = fc.constantFrom("UTC", "Europe/Berlin", "Asia/Kathmandu", "Pacific/Apia");
    const instant = fc.date({
      min: new Date("2010-01-01"),
      max: new Date("2040-01-01"),
      noInvalidDate: true,
    });
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: maxLastDays }),
        instant,
        zone,
        (count, now, timeZone) => {
          const { from, to } = toFixedDays(`last-${count}-days`, { now, timeZone });
          expect((Date.parse(to) - Date.parse(from)) / 86_400_000 + 1).toBe(count);
        },
      ),
      { numRuns: 200 },
    );
  });
});

describe("resolveDates", () => {
  it("leaves nothing relative, and fixed days as they are", () => {
    const fixed = resolveDates({ ...emptyFilter, days: "today", q: "late" }, noonInNovember);
    expect(fixed).toEqual({
      ...emptyFilter,
      q: "late",
      days: null,
      from: "2026-11-20",
      to: "2026-11-20",
    });
    expect(resolveDates(fixed, at("2030-01-01T00:00:00Z", "UTC"))).toEqual(fixed);
  });
});

describe("parseRelativeDays", () => {
  it("knows its own words and no others", () => {
    for (const days of [...namedDays, "last-1-days", "last-3660-days"]) {
      expect(parseRelativeDays(days)).toBe(days);
    }
    for (const text of [
      "",
      "Today",
      "last-0-days",
      "last-07-days",
      "last-3661-days",
      "last--1-days",
      "last-7-day",
      "last-1e3-days",
      "tomorrow",
      "last-9999999999999-days",
      "this-week ",
    ]) {
      expect(parseRelativeDays(text), text).toBeUndefined();
    }
  });
});

test.each([
  ["today", "2026-11-20T23:00:00Z"],
  ["last-7-days", "2026-11-14T23:00:00Z"],
  ["2026-07-01", "2026-06-30T22:00:00Z"],
  ["2026-11-20T08:15Z", "2026-11-20T08:15Z"],
])("what has changed since %s did so since an instant of who looks", (changedSince, instant) => {
  const clock = at("2026-11-20T23:30:00Z", "Europe/Berlin");
  const fixed = resolveDates({ ...emptyFilter, changedSince }, clock);
  expect(fixed).toEqual({ ...emptyFilter, changedSince: instant });
  expect(resolveDates(fixed, clock)).toEqual(fixed);
});

const berlin = { now: new Date("2026-11-23T12:00:00Z"), timeZone: "Europe/Berlin" };

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
  expect(findPeriodBefore({ from, to, days: null }, berlin)).toEqual(before);
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
  expect(findPeriodBefore({ from: null, to: null, days }, berlin)).toEqual(before);
});

test("a month so far that is longer than the one before is compared with all of it", () => {
  const march = { ...berlin, now: new Date("2026-03-30T12:00:00Z") };
  expect(findPeriodBefore({ from: null, to: null, days: "this-month" }, march)).toEqual({
    from: "2026-02-01",
    to: "2026-02-28",
  });
});
