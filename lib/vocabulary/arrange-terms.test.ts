import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { arrangeByPosition, gatherGroups, mergeTerms, unnamed } from "./arrange-terms";
import { moveTerm } from "./move-term";

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

describe("moving a value", () => {
  const terms = (placed: number) =>
    ["a", "b", "c", "d"].map((value, index) => ({
      value,
      position: index < placed ? index : null,
    }));

  test("gives a place to as many as it needs", () => {
    expect(moveTerm(terms(0), "b", "a")).toEqual(["b"]);
    expect(moveTerm(terms(0), "a", "c")).toEqual(["b", "a"]);
    expect(moveTerm(terms(3), "d", "a")).toEqual(["d", "a", "b", "c"]);
  });

  test("puts it at the end before nothing, or before what isn't there", () => {
    expect(moveTerm(terms(0), "a", null)).toEqual(["b", "c", "d", "a"]);
    expect(moveTerm(terms(0), "a", "gone")).toEqual(["b", "c", "d", "a"]);
  });

  test("leaves all as it is for what isn't there or stands there already", () => {
    expect(moveTerm(terms(2), "gone", "a")).toEqual(["a", "b"]);
    expect(moveTerm(terms(2), "b", "b")).toEqual(["a", "b"]);
  });

  test("what is shown afterwards is what was asked for", () => {
    const index = fc.nat({ max: 3 });
    fc.assert(
      fc.property(fc.nat({ max: 4 }), index, index, (placed, from, to) => {
        const before = terms(placed);
        const [value, follower] = [before[from]?.value ?? "", before[to]?.value ?? ""];
        const places = new Map(moveTerm(before, value, follower).map((one, n) => [one, n]));
        const after = arrangeByPosition(before, (one) => places.get(one.value)).map(
          (one) => one.value,
        );
        if (value !== follower) expect(after.indexOf(value)).toBe(after.indexOf(follower) - 1);
        const others = before.map((one) => one.value).filter((one) => one !== value);
        expect(after.filter((one) => one !== value)).toEqual(others);
      }),
    );
  });
});
