import { expect, test } from "vitest";
import { emptyVocabulary, unnamed } from "@/lib/vocabulary/terms";
import { prepareSplit } from "./status-split";

const few = [
  { status: "completed", calls: 3 },
  { status: "failed", calls: 1 },
];

test("few statuses stand one by one, with their shares", () => {
  const parts = prepareSplit(few, 4, ["completed", "failed"], emptyVocabulary);
  expect(parts).toMatchObject([
    { label: "completed", status: "completed", tone: "green", calls: 3, share: 0.75 },
    { label: "failed", status: "failed", tone: "red", calls: 1, share: 0.25 },
  ]);
});

test("every row has the order of all rows, whatever is most frequent in it", () => {
  const order = (statuses: { status: string; calls: number }[]) =>
    prepareSplit(statuses, 9, ["busy", "failed", "completed"], emptyVocabulary).map(
      ({ status }) => status,
    );
  expect(
    order([
      { status: "completed", calls: 8 },
      { status: "busy", calls: 1 },
    ]),
  ).toEqual(["busy", "completed"]);
  expect(order(few)).toEqual(["failed", "completed"]);
});

test("of many, those that are frequent everywhere stand alone and the others together", () => {
  const ranked = Array.from({ length: 12 }, (_, n) => `s${n}`);
  const statuses = ["s11", "s3", "s9", "s0"].map((status, n) => ({ status, calls: 4 - n }));
  const parts = prepareSplit(statuses, 10, ranked, emptyVocabulary);
  expect(parts.map(({ label, calls, tone }) => [label, calls, tone !== undefined])).toEqual([
    ["s0", 1, true],
    ["s3", 3, true],
    ["2 others", 6, false],
  ]);
  expect(parts.reduce((sum, { share }) => sum + share, 0)).toBeCloseTo(1);
});

test("they stand in the order of the vocabulary, by its names and colours", () => {
  const named = new Map([
    ["failed", { displayName: "Lost", colour: "brown" as const, group: null, position: 0 }],
  ]);
  const vocabulary = { ...emptyVocabulary, status: named };
  expect(prepareSplit(few, 4, ["completed", "failed"], vocabulary)).toMatchObject([
    { status: "failed", label: "Lost", raw: "failed", tone: "brown", calls: 1 },
    { status: "completed", label: "completed", tone: "green" },
  ]);
});

test("statuses of one name are one part", () => {
  const statuses = [...few, { status: "complted", calls: 2 }];
  const named = new Map([["complted", { ...unnamed, displayName: "completed" }]]);
  const vocabulary = { ...emptyVocabulary, status: named };
  const parts = prepareSplit(statuses, 6, ["complted", "completed", "failed"], vocabulary);
  expect(parts.map(({ label, calls }) => [label, calls])).toEqual([
    ["completed", 5],
    ["failed", 1],
  ]);
});
