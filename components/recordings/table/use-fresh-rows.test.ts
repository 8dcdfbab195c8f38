import { expect, it, test } from "vitest";
import { pickAsked, toAhead, toQueries } from "./use-fresh-rows";

it("asks for every row once, in addresses that are not too long", () => {
  const ids = Array.from({ length: 200 }, (_, n) => `${n}&/é${"x".repeat(n)}`);
  const queries = toQueries(ids);
  expect(queries.length).toBeGreaterThan(2);
  for (const query of queries) expect(query.length).toBeLessThanOrEqual(4_000);
  expect(queries.flatMap((query) => new URLSearchParams(query).getAll("id"))).toEqual(ids);
  expect(toQueries([])).toEqual([]);
});

const ids = Array.from({ length: 1_000 }, (_, n) => `${n}`);

test("a few are asked for at once", () => {
  expect(pickAsked(ids, new Set(["7", "900"]), "500")).toEqual(["7", "900"]);
});

test("of many, those come first that are looked at, and each is asked for in the end", () => {
  const wanted = new Set(ids);
  const first = pickAsked(ids, wanted, "500");
  expect(first).toHaveLength(200);
  expect(first).toContain("490");
  expect(first).toContain("520");
  while (wanted.size > 0) {
    const asked = pickAsked(ids, wanted, "500");
    expect(asked.length).toBeGreaterThan(0);
    for (const id of asked) wanted.delete(id);
  }
});

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
