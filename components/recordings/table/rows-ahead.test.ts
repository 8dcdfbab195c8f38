import { expect, test } from "vitest";
import { toAhead } from "./use-rows-ahead";

const plain = { parameters: "", search: "" };

test("a filter's rows are asked for by its address, whatever is open beside the list", () => {
  expect(toAhead("/recordings?status=failed&status=busy", plain)).toBe("status=failed&status=busy");
  expect(toAhead("/recordings?q=%C3%A4&open=a", plain)).toBe("q=%C3%A4");
  expect(toAhead("/recordings", { ...plain, search: "?status=failed&open=a" })).toBe("");
});

test("they have the columns that the list has, chosen in its address or before", () => {
  const chosen = { parameters: "&show=customer,heard", search: "" };
  expect(toAhead("/recordings?status=failed", chosen)).toBe("status=failed&show=customer%2Cheard");
  const written = { parameters: "show=customer", search: "?show=customer" };
  expect(toAhead("/recordings?show=customer&q=a", written)).toBe("show=customer&q=a");
});

test.each([
  ["another order", "/recordings?sort=minutes_used", plain],
  ["the usual order again", "/recordings?q=a", { parameters: "", search: "?sort=created_at" }],
  ["other columns", "/recordings?show=customer", plain],
  ["the columns chosen before", "/recordings", { parameters: "", search: "?show=customer" }],
  ["another page", "/recordings?after=x", plain],
  ["the first page again", "/recordings?q=a", { parameters: "", search: "?after=x" }],
  ["another list", "/customers?q=a", plain],
])("%s comes as a whole", (_what, href, there) => {
  expect(toAhead(href, there)).toBe(null);
});
