import { describe, expect, it, test } from "vitest";
import { datePresets, formatElapsed, formatLength, formatSpan, spellElapsed } from "./time-spans";

describe("formatElapsed", () => {
  it.each([
    [0, "0:00"],
    [65.9, "1:05"],
    [3599.99, "59:59"],
    [3729, "1:02:09"],
    [-3, "0:00"],
    [Number.NaN, "0:00"],
    [Number.POSITIVE_INFINITY, "0:00"],
  ])("%d seconds are %s", (seconds, text) => expect(formatElapsed(seconds)).toBe(text));
});

describe("spellElapsed", () => {
  it.each([
    [0, "0 seconds"],
    [1, "1 second"],
    [60, "1 minute"],
    [3725, "1 hour 2 minutes 5 seconds"],
  ])("%d seconds are said %s", (seconds, text) => expect(spellElapsed(seconds)).toBe(text));
});

const now = new Date("2026-11-20T12:00:00Z");
const span = (fromAt: string, toAt: string) => ({
  fromAt: new Date(fromAt).toISOString(),
  toAt: new Date(toAt).toISOString(),
});

test.each([
  ["2026-11-19T13:02Z", "2026-11-19T13:31Z", "19 Nov, 14:02–14:31"],
  ["2026-11-21T23:40:10Z", "2026-11-21T23:40:42Z", "22 Nov, 00:40"],
  ["2026-11-19T22:30Z", "2026-11-19T23:30Z", "19 Nov, 23:30 – 20 Nov, 00:30"],
  ["2025-12-31T22:00Z", "2025-12-31T23:30Z", "31 Dec 2025, 23:00 – 1 Jan, 00:30"],
])("%s to %s is %s in Berlin", (from, to, text) => {
  expect(formatSpan(span(from, to), "Europe/Berlin", now)).toBe(text);
});

test.each([
  ["13:00:00", "13:00:16", "16 s"],
  ["13:00:00", "13:00:59.600", "1 min"],
  ["13:02:00", "13:31:00", "29 min"],
  ["13:00:00", "13:59:50", "1 h"],
  ["13:00:00", "16:05:00", "3 h 5 min"],
])("from %s to %s it is %s", (from, to, text) => {
  expect(formatLength(span(`2026-11-19T${from}Z`, `2026-11-19T${to}Z`))).toBe(text);
});

test("days are told with their hours", () => {
  expect(formatLength(span("2026-11-17T12:00Z", "2026-11-19T16:10Z"))).toBe("2 d 4 h");
  expect(formatLength(span("2026-11-17T12:00Z", "2026-11-19T12:00Z"))).toBe("2 d");
});

it("counts days in the viewer's zone", () => {
  const now = new Date("2026-02-28T20:00:00Z");
  expect(datePresets(now, "UTC")[0]).toEqual({
    label: "Today",
    from: "2026-02-28",
    to: "2026-02-28",
  });
  expect(datePresets(now, "Asia/Tokyo")).toEqual([
    { label: "Today", from: "2026-03-01", to: "2026-03-01" },
    { label: "Yesterday", from: "2026-02-28", to: "2026-02-28" },
    { label: "Last 7 days", from: "2026-02-23", to: "2026-03-01" },
    { label: "Last 30 days", from: "2026-01-31", to: "2026-03-01" },
    { label: "This month", from: "2026-03-01", to: "2026-03-01" },
  ]);
});
