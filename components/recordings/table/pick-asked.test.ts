import { expect, test } from "vitest";
import { pickAsked } from "./pick-asked";

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
