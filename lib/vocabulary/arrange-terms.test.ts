import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { arrangeByPosition, gatherGroups, listNames, mergeTerms, unnamed } from "./arrange-terms";
import { moveName } from "./store";

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
