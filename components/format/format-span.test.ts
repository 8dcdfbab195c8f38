import { expect, test } from "vitest";
import { formatLength, formatSpan } from "./format-span";

const now = new Date("2026-11-20T12:00:00Z");
const span = (fromAt: string, toAt: string) => ({
  fromAt: new Date(fromAt).toISOString(),
  toAt: new Date(toAt).toISOString(),
});

test.each([
  ["2026-11-19T13:02Z", "2026-11-19T13:31Z", "19 Nov, 14:02–14:31"],
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
