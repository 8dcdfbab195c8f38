import { expect, it } from "vitest";
import { toCustomerName } from "./text";

it("is the whole name, half of it, or a word for none", () => {
  expect(toCustomerName({ firstName: "Ada", lastName: "Lovelace" })).toBe("Ada Lovelace");
  expect(toCustomerName({ firstName: "", lastName: "Lovelace" })).toBe("Lovelace");
  expect(toCustomerName({ firstName: " ", lastName: "" })).toBe("No name");
});
