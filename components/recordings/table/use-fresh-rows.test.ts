import { expect, it, test } from "vitest";
import { pickAsked, toQueries } from "./use-fresh-rows";

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
