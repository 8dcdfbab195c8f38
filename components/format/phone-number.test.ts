import { expect, it } from "vitest";
import { formatPhoneNumber } from "./phone-number";

it("groups the digits of an international number", () => {
  expect(formatPhoneNumber("+14155550132")).toBe("+1 415 555 0132");
  expect(formatPhoneNumber("+9779841234567")).toBe("+977 984 1234567");
});

it("leaves alone what it can't read", () => {
  for (const text of ["", "unknown", "0155 55 32", "call +14155550132 now", "+", "☎".repeat(500)]) {
    expect(formatPhoneNumber(text)).toBe(text);
  }
});
