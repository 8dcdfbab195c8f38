import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { emptyVocabulary, unnamed } from "./arrange-terms";
import { findNamed, getMerged, listMergedValues, mergeCounts, toName } from "./merged-values";
import type { TermView } from "./views";

const called = (displayName: string, rest: Partial<TermView> = {}): TermView => ({
  ...{ ...unnamed, displayName, ...rest },
});

const terms = new Map([
  ["complted", called("completed", { colour: "pink" })],
  ["Completed", called("completed", { position: 3 })],
  ["completed", { ...unnamed, colour: "teal" as const }],
  ["cb_req", called("Callback")],
  ["busy", { ...unnamed, group: "Not reached" }],
]);

describe("values of one name", () => {
  test("are one, whichever of them is asked about", () => {
    for (const value of ["completed", "complted", "Completed"]) {
      expect(getMerged(terms, value)).toEqual({
        name: "completed",
        values: ["completed", "Completed", "complted"],
        ...{ colour: "teal", group: null, position: 3 },
      });
    }
  });

  test("stand alone where no other one has the name", () => {
    expect(getMerged(terms, "cb_req")).toMatchObject({ name: "Callback", values: ["cb_req"] });
    expect(getMerged(terms, "busy")).toMatchObject({ name: "busy", group: "Not reached" });
    expect(getMerged(terms, "never seen")).toMatchObject({ values: ["never seen"], colour: null });
  });

  test("take in a value of which nothing is said and that is written like their name", () => {
    expect(getMerged(terms, "Callback").values).toEqual(["Callback", "cb_req"]);
    expect(getMerged(terms, "Callback").name).toBe(toName(terms, "cb_req"));
  });

  test("differ in case and blanks only by what people made of them", () => {
    const own = new Map([["Busy", called("Busy")]]);
    expect(getMerged(own, "busy").values).toEqual(["busy"]);
  });

  test("are listed where they are more than one", () => {
    expect(listMergedValues({ ...emptyVocabulary, status: terms })).toEqual({
      status: ["completed", "Completed", "complted"],
      campaign: [],
    });
  });
});

test("counts of one name are added up, and the most stand first", () => {
  const counted = [
    { value: "busy", count: 5 },
    { value: "completed", count: 4 },
    { value: "complted", count: 2 },
  ];
  expect(mergeCounts(counted, terms)).toMatchObject([
    { merged: { name: "completed" }, count: 6, parts: counted.slice(1) },
    { merged: { name: "busy" }, count: 5, parts: counted.slice(0, 1) },
  ]);
});

test("whatever is merged, nothing is counted twice or lost", () => {
  const letter = fc.constantFrom("a", "b", "c", "d", "e");
  fc.assert(
    fc.property(
      fc.uniqueArray(fc.record({ value: letter, count: fc.nat(9) }), {
        selector: ({ value }) => value,
      }),
      fc.dictionary(letter, letter),
      (counted, names) => {
        const some = new Map(Object.entries(names).map(([value, name]) => [value, called(name)]));
        const merged = mergeCounts(counted, some);
        const parts = merged.flatMap((one) => one.parts);
        expect(parts).toHaveLength(counted.length);
        for (const { merged: one, parts: own, count } of merged) {
          expect(count).toBe(own.reduce((sum, part) => sum + part.count, 0));
          for (const { value } of own) expect(toName(some, value)).toBe(one.name);
        }
        expect(new Set(merged.map((one) => one.merged.name)).size).toBe(merged.length);
      },
    ),
  );
});

const campaigns = new Map([
  ["spr26", { ...unnamed, displayName: "Émilie’s Spring Offer" }],
  ["aut26", { ...unnamed, displayName: "Autumn offer" }],
  ["win26", { ...unnamed, group: "offer" }],
]);

test("every word must be in the name, in any order, case and accent", () => {
  expect(findNamed(campaigns, "offer")).toEqual(["spr26", "aut26"]);
  expect(findNamed(campaigns, "OFFER emilie")).toEqual(["spr26"]);
  expect(findNamed(campaigns, "spring autumn")).toEqual([]);
});

test("no words find nothing", () => {
  expect(findNamed(campaigns, " ")).toEqual([]);
});
