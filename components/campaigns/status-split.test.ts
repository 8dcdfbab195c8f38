import { expect, test } from "vitest";
import { emptyVocabulary, unnamed } from "@/lib/vocabulary/arrange-terms";
import { prepareSplit } from "./status-split";

test("few statuses stand one by one, with their shares", () => {
  const parts = prepareSplit(
    [
      { status: "completed", calls: 3 },
      { status: "failed", calls: 1 },
    ],
    4,
    emptyVocabulary,
  );
  expect(parts).toEqual([
    { label: "completed", status: "completed", tone: "green", calls: 3, share: 0.75 },
    { label: "failed", status: "failed", tone: "red", calls: 1, share: 0.25 },
  ]);
});

test("of many, the most frequent stand alone and the others together", () => {
  const statuses = Array.from({ length: 7 }, (_, n) => ({ status: `s${n}`, calls: 7 - n }));
  const parts = prepareSplit(statuses, 28, emptyVocabulary);
  expect(parts.map(({ status, calls }) => [status, calls])).toEqual([
    ["s0", 7],
    ["s1", 6],
    ["s2", 5],
    ["s3", 4],
    ["3 others", 6],
  ]);
  expect(parts.reduce((sum, { share }) => sum + share, 0)).toBeCloseTo(1);
});

test("they stand in the order of the vocabulary, by its names and colours", () => {
  const parts = prepareSplit(
    [
      { status: "completed", calls: 3 },
      { status: "failed", calls: 1 },
    ],
    4,
    {
      ...emptyVocabulary,
      status: new Map([
        ["failed", { displayName: "Lost", colour: "brown", group: null, position: 0 }],
      ]),
    },
  );
  expect(parts).toMatchObject([
    { status: "failed", label: "Lost", raw: "failed", tone: "brown", calls: 1 },
    { status: "completed", label: "completed", tone: "green" },
  ]);
});

test("statuses of one name are one part, counted before the rarest are put together", () => {
  const statuses = ["a", "b", "c", "d", "complted", "completed"].map((status, index) => ({
    ...{ status, calls: 6 - index },
  }));
  const named = new Map([["complted", { ...unnamed, displayName: "completed" }]]);
  const parts = prepareSplit(statuses, 21, { ...emptyVocabulary, status: named });
  expect(parts.map(({ label, calls }) => [label, calls])).toEqual([
    ["a", 6],
    ["b", 5],
    ["c", 4],
    ["d", 3],
    ["completed", 3],
  ]);
});
