import { expect, it } from "vitest";
import { toQueries } from "./ask-for-rows";

it("asks for every row once, in addresses that are not too long", () => {
  const ids = Array.from({ length: 200 }, (_, n) => `${n}&/é${"x".repeat(n)}`);
  const queries = toQueries(ids);
  expect(queries.length).toBeGreaterThan(2);
  for (const query of queries) expect(query.length).toBeLessThanOrEqual(4_000);
  expect(queries.flatMap((query) => new URLSearchParams(query).getAll("id"))).toEqual(ids);
  expect(toQueries([])).toEqual([]);
});
