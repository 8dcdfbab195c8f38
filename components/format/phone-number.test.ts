import { expect, it } from "vitest";
import { formatPhoneNumber, telHref, toNameOrNumber } from "./phone-number";

it("groups the digits of an international number", () => {
  expect(formatPhoneNumber("+14155550132")).toBe("+1 415 555 0132");
  expect(formatPhoneNumber("+9779841234567")).toBe("+977 984 1234567");
});

it("leaves alone what it can't read", () => {
  for (const text of ["", "unknown", "0155 55 32", "call +14155550132 now", "+", "☎".repeat(500)]) {
    expect(formatPhoneNumber(text)).toBe(text);
  }
});

it.each([
  ["+49 30 5550 1234", "tel:+493055501234"],
  ["(202) 555-0147", "tel:2025550147"],
  ["030/5550-1234 ext. 5", "tel:030555012345"],
  ["unknown", null],
  ["", null],
])("%s is called by %s", (phoneNumber, href) => {
  expect(telHref(phoneNumber)).toBe(href);
});

it("a call is known by a name, else by a number", () => {
  const customer = { firstName: "Ada", lastName: "", phoneNumber: "+12025550147" };
  expect(toNameOrNumber(customer)).toBe("Ada");
  expect(toNameOrNumber({ ...customer, firstName: " " })).toBe("+1 202 555 0147");
  expect(toNameOrNumber({ ...customer, firstName: "", phoneNumber: "" })).toBe("No name");
});
