import { expect, test } from "vitest";
import { readLastVisit, writeVisit } from "./last-visit";

const at = Date.parse("2026-11-20T10:00:00Z");
const minute = 60_000;

test("a visit goes on until nobody has looked for half an hour", () => {
  const first = writeVisit("a.b c", at, null);
  expect(readLastVisit(first, "a.b c", at + 29 * minute)).toBeNull();
  expect(readLastVisit(first, "a.b c", at + 31 * minute)).toBe(at);
  const second = writeVisit("a.b c", at + 60 * minute, at);
  expect(readLastVisit(second, "a.b c", at + 70 * minute)).toBe(at);
  expect(readLastVisit(second, "a.b c", at + 120 * minute)).toBe(at + 60 * minute);
});

test.each([
  undefined,
  "",
  "a",
  "a..",
  "a.x.1",
  "b.1.1",
  "a.9999999999999999.1",
  `a.${at + 60 * minute}.1`,
])("%s says nothing", (text) => {
  expect(readLastVisit(text, "a", at)).toBeNull();
});
