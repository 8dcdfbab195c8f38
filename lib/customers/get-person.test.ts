import { expect, test } from "vitest";
import { isSameNumber } from "./get-person";

test.each([
  ["+1 212 555 0142", "+12125550142"],
  ["+1 212 555 0142", "001 (212) 555-0142"],
  ["+1 212 555 0142", "(212) 555-0142"],
  ["+1 212 555 0142", "12125550142"],
  ["+44 7700 900123", "07700 900123"],
  ["+1 212 555 0142", "＋１ ２１２ ５５５ ０１４２"],
  ["212.555.0142", "2125550142"],
])("%s and %s are one number", (one, other) => {
  expect(isSameNumber(one, other)).toBe(true);
  expect(isSameNumber(other, one)).toBe(true);
});

test.each([
  ["+1 212 555 0142", "+1 202 555 0142"],
  ["+1 212 555 0142", "+49 212 555 0142"],
  ["+1 212 555 0142", "(202) 555-0142"],
  ["0142", "0142"],
  ["", ""],
  ["unknown", "unknown"],
])("%s and %s are not known to be one", (one, other) => {
  expect(isSameNumber(one, other)).toBe(false);
});
