import { expect, test } from "vitest";
import { unnamed } from "./arrange-terms";
import { findNamed } from "./find-named";

const terms = new Map([
  ["spr26", { ...unnamed, displayName: "Émilie’s Spring Offer" }],
  ["aut26", { ...unnamed, displayName: "Autumn offer" }],
  ["win26", { ...unnamed, group: "offer" }],
]);

test("every word must be in the name, in any order, case and accent", () => {
  expect(findNamed(terms, "offer")).toEqual(["spr26", "aut26"]);
  expect(findNamed(terms, "OFFER emilie")).toEqual(["spr26"]);
  expect(findNamed(terms, "spring autumn")).toEqual([]);
});

test("no words find nothing", () => {
  expect(findNamed(terms, " ")).toEqual([]);
});
