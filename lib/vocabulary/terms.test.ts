import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { moveName } from "./store";
import {
  arrangeByPosition,
  emptyVocabulary,
  findNamed,
  gatherGroups,
  getMerged,
  listMergedValues,
  listNames,
  mergeCounts,
  mergeTerms,
  toName,
  unnamed,
} from "./terms";
import type { TermView } from "./views";

const called = (displayName: string, rest: Partial<TermView> = {}): TermView => ({
  ...unnamed,
  displayName,
  ...rest,
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
        colour: "teal",
        group: null,
        position: 3,
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

describe("what was learned and what was named", () => {
  const learned = [
    { value: "completed", calls: 9 },
    { value: "failed", calls: 4 },
    { value: "busy", calls: 1 },
  ];

  test("without names the values stand by their calls", () => {
    expect(mergeTerms(learned, new Map())).toEqual(learned.map((one) => ({ ...unnamed, ...one })));
  });

  test("a position beats calls, and what no call has any more stays, without calls", () => {
    const terms = mergeTerms(
      learned,
      new Map([
        ["busy", { ...unnamed, position: 0, displayName: "Engaged" }],
        ["retired", { ...unnamed, group: "Old" }],
      ]),
    );
    expect(terms.map(({ value }) => value)).toEqual(["busy", "completed", "failed", "retired"]);
    expect(terms[0]).toMatchObject({ displayName: "Engaged", calls: 1 });
    expect(terms[3]).toMatchObject({ group: "Old", calls: 0 });
  });

  test("while not all values are learned, nobody knows of calls of the others", () => {
    const named = new Map([["retired", { ...unnamed, group: "Old" }]]);
    expect(mergeTerms(learned, named, { isWhole: false })[3]?.calls).toBeNull();
  });
});

test("equal positions and none keep the order that there was", () => {
  const items = ["a3", "b1", "c", "d1", "e"];
  const positionOf = (item: string) => (item.length > 1 ? Number(item[1]) : null);
  expect(arrangeByPosition(items, positionOf)).toEqual(["b1", "d1", "a3", "c", "e"]);
});

test("a group stands where its first member stood", () => {
  const items = ["x", "a-won", "b-lost", "c-won", "y"];
  const groups = gatherGroups(items, (item) => item.split("-")[1]);
  expect(groups).toEqual([
    { group: null, items: ["x", "y"] },
    { group: "won", items: ["a-won", "c-won"] },
    { group: "lost", items: ["b-lost"] },
  ]);
});

describe("the names of values", () => {
  const terms = [
    { value: "busy", calls: 5 },
    { value: "completed", calls: 4 },
    { value: "complted", calls: 2 },
  ];
  const named = new Map([["complted", { ...unnamed, displayName: "completed" }]]);
  const list = (calls: number[] = [], said = named) => {
    const counted = terms.map((one, index) => ({ ...one, calls: calls[index] ?? one.calls }));
    return listNames(mergeTerms(counted, said), said);
  };

  test("have the calls of all their values, and stand by them", () => {
    expect(list()).toMatchObject([
      { name: "completed", calls: 6, values: terms.slice(1), isNamed: true },
      { name: "busy", calls: 5, values: terms.slice(0, 1), isNamed: false },
    ]);
  });

  test("begin with the value that is written like them", () => {
    const [first] = list([1, 1, 9]);
    expect(first?.values.map(({ value }) => value)).toEqual(["completed", "complted"]);
  });

  test("stand by their position where they have one", () => {
    const placed = new Map(named).set("busy", { ...unnamed, displayName: "busy", position: 0 });
    expect(list([], placed).map(({ name }) => name)).toEqual(["busy", "completed"]);
  });

  test("have no count while one of their values has none", () => {
    const uncounted = terms.map(({ value }) => ({ value, calls: null }));
    expect(listNames(mergeTerms(uncounted, named), named).map(({ calls }) => calls)).toEqual([
      null,
      null,
    ]);
  });
});

describe("moving a name", () => {
  const names = (placed: number) =>
    ["a", "b", "c", "d"].map((name, index) => ({
      name,
      position: index < placed ? index : null,
    }));

  test("gives a place to as many as it needs", () => {
    expect(moveName(names(0), "b", "a")).toEqual(["b"]);
    expect(moveName(names(0), "a", "c")).toEqual(["b", "a"]);
    expect(moveName(names(3), "d", "a")).toEqual(["d", "a", "b", "c"]);
  });

  test("puts it at the end before nothing, or before what isn't there", () => {
    expect(moveName(names(0), "a", null)).toEqual(["b", "c", "d", "a"]);
    expect(moveName(names(0), "a", "gone")).toEqual(["b", "c", "d", "a"]);
  });

  test("leaves all as it is for what isn't there or stands there already", () => {
    expect(moveName(names(2), "gone", "a")).toEqual(["a", "b"]);
    expect(moveName(names(2), "b", "b")).toEqual(["a", "b"]);
  });

  test("what is shown afterwards is what was asked for", () => {
    const index = fc.nat({ max: 3 });
    fc.assert(
      fc.property(fc.nat({ max: 4 }), index, index, (placed, from, to) => {
        const before = names(placed);
        const [name, follower] = [before[from]?.name ?? "", before[to]?.name ?? ""];
        const places = new Map(moveName(before, name, follower).map((one, n) => [one, n]));
        const after = arrangeByPosition(before, (one) => places.get(one.name)).map(
          (one) => one.name,
        );
        if (name !== follower) expect(after.indexOf(name)).toBe(after.indexOf(follower) - 1);
        const others = before.map((one) => one.name).filter((one) => one !== name);
        expect(after.filter((one) => one !== name)).toEqual(others);
      }),
    );
  });
});
