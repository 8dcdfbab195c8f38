import { expect, test } from "vitest";
import { chooseSpan, findFree, measureBytesPerDay } from "./delivery-ranges";

const megabyte = 1_024 ** 2;

test.each([
  [null, 7],
  [0, 28],
  [36 * megabyte, 28],
  [37 * megabyte, 7],
  [146 * megabyte, 7],
  [147 * megabyte, 1],
  [50_000 * megabyte, 1],
])("of %d bytes a day, a partition takes as many days as make about a gigabyte", (bytes, span) => {
  expect(chooseSpan(bytes)).toBe(span);
});

const days = (from: string, to: string, bytes = 0) => ({ from, to, bytes, table: from });

test("a partition ends with its week or four weeks, or where the next one begins", () => {
  const around = [days("2026-11-20", "2026-11-21"), days("2026-12-14", "2026-12-15")];
  const on = (day: string, span: number) => findFree(around, day, span);
  expect(on("2026-11-20", 28)).toBeNull();
  expect(on("2026-11-21", 1)).toEqual({ from: "2026-11-21", to: "2026-11-22" });
  expect(on("2026-11-21", 7)).toEqual({ from: "2026-11-21", to: "2026-11-23" });
  expect(on("2026-11-23", 7)).toEqual({ from: "2026-11-23", to: "2026-11-30" });
  expect(on("2026-11-23", 28)).toEqual({ from: "2026-11-23", to: "2026-12-14" });
  expect(on("2026-12-15", 28)).toEqual({ from: "2026-12-15", to: "2026-12-21" });
  expect(on("2026-12-21", 28)).toEqual({ from: "2026-12-21", to: "2027-01-18" });
});

test("what a day holds is told from the newest week, and today counts for what has passed of it", () => {
  const before = [
    days("2026-10-01", "2026-11-01", 9_000 * megabyte),
    days("2026-11-01", "2026-11-08", 70 * megabyte),
    days("2026-11-08", "2026-11-15", 30 * megabyte),
    days("2026-12-01", "2026-12-02", 5_000 * megabyte),
  ];
  const at = (now: string) => measureBytesPerDay(before, "2026-11-16", new Date(now));
  expect(at("2026-11-15T01:00:00Z")).toBe((30 * megabyte) / 7);
  expect(at("2026-11-10T12:00:00Z")).toBeCloseTo((100 * megabyte) / 9.5);
  const young = [days("2026-11-15", "2026-11-22", 30 * megabyte)];
  expect(measureBytesPerDay(young, "2026-11-22", new Date("2026-11-15T23:00:00Z"))).toBeNull();
  expect(measureBytesPerDay([], "2026-11-22", new Date())).toBeNull();
});
