import { expect, test } from "vitest";
import { toOpenHref } from "./open-call";

test("opens a call beside a list, another in its place, or none, and keeps the rest", () => {
  expect(toOpenHref("?status=completed&limit=20", "a&b")).toBe(
    "/recordings?status=completed&limit=20&open=a%26b",
  );
  expect(toOpenHref("?open=a&status=x", "b")).toBe("/recordings?open=b&status=x");
  expect(toOpenHref("?open=a&status=x", null)).toBe("/recordings?status=x");
  expect(toOpenHref("?open=a", null)).toBe("/recordings");
});
