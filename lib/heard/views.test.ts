import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  clipRanges,
  countSeconds,
  flattenRanges,
  isHalfHeard,
  isHeard,
  pairRanges,
  pickLongest,
  type Range,
  type Ranges,
  toWholeSeconds,
  uniteRanges,
} from "./views";

const second = fc.integer({ min: 0, max: 60 });
const range = fc.tuple(second, second).map(([from, length]): Range => [from, from + length]);
const ranges = fc.array(range, { maxLength: 12 });

/** What is meant: each second by itself. */
const secondsOf = (list: Ranges) =>
  new Set(list.flatMap(([from, to]) => Array.from({ length: to - from }, (_, at) => from + at)));

describe("uniteRanges", () => {
  test("has every second that any has, and no other", () => {
    fc.assert(
      fc.property(fc.array(ranges, { maxLength: 4 }), (lists) => {
        expect(secondsOf(uniteRanges(...lists))).toEqual(secondsOf(lists.flat()));
      }),
    );
  });

  test("gives ranges in their order, none empty, none that meets the next one", () => {
    fc.assert(
      fc.property(ranges, (list) => {
        const united = uniteRanges(list);
        for (const [at, [from, to]] of united.entries()) {
          expect(from).toBeLessThan(to);
          expect(from).toBeGreaterThan(united[at - 1]?.[1] ?? -1);
        }
        expect(countSeconds(united)).toBe(secondsOf(list).size);
      }),
    );
  });

  test("is the same in any order, however often something comes, and in any grouping", () => {
    fc.assert(
      fc.property(ranges, ranges, ranges, (one, other, third) => {
        const united = uniteRanges(one, other, third);
        expect(uniteRanges(third, one, one, other)).toEqual(united);
        expect(uniteRanges(uniteRanges(one, other), third)).toEqual(united);
        expect(uniteRanges(united, united, other)).toEqual(united);
      }),
    );
  });

  test("changes nothing that it is given", () => {
    const given: Ranges = [
      [0, 5],
      [5, 9],
    ];
    expect(uniteRanges(given)).toEqual([[0, 9]]);
    expect(given).toEqual([
      [0, 5],
      [5, 9],
    ]);
  });
});

test("what lies beyond the end is cut off", () => {
  fc.assert(
    fc.property(ranges, second, (list, end) => {
      const wanted = [...secondsOf(list)].filter((at) => at < end);
      expect(secondsOf(clipRanges(list, end))).toEqual(new Set(wanted));
    }),
  );
  expect(clipRanges([[-3, 90]], 59.2)).toEqual([[0, 60]]);
});

test("what is kept is read as it was written", () => {
  fc.assert(
    fc.property(ranges, (list) => {
      const united = uniteRanges(list);
      expect(pairRanges(flattenRanges(united))).toEqual(united);
    }),
  );
});

test("a stretch counts with the seconds that were played for the most part", () => {
  expect(toWholeSeconds([[0.02, 4.96]])).toEqual([[0, 5]]);
  expect(toWholeSeconds([[1.1, 1.4]])).toEqual([]);
  // A player tells one stretch in pieces.
  const pieces = [0, 0.7, 1.4, 2.1, 2.8];
  const stretches = pieces.map((from): Range => [from, from + 0.7]);
  expect(toWholeSeconds(uniteRanges(stretches))).toEqual([[0, 4]]);
});

test("three seconds make a call heard, or all of a shorter one", () => {
  expect([2, 3].map((seconds) => isHeard(seconds, 60))).toEqual([false, true]);
  expect([1, 2].map((seconds) => isHeard(seconds, 2.7))).toEqual([false, true]);
  expect([0, 1].map((seconds) => isHeard(seconds, 0.4))).toEqual([false, true]);
  expect([2, 3].map((seconds) => isHeard(seconds, null))).toEqual([false, true]);
});

test("half is half of how long it is, where that is known", () => {
  expect([29, 30].map((seconds) => isHalfHeard(seconds, 60.9))).toEqual([false, true]);
  expect(isHalfHeard(3_000, null)).toBe(false);
  expect(isHalfHeard(0, 0)).toBe(false);
});

test("of many ranges the longest are picked, in their order", () => {
  const many: Range[] = [
    [0, 2],
    [5, 9],
    [12, 13],
    [20, 30],
  ];
  expect(pickLongest(many, 4)).toEqual(many);
  expect(pickLongest(many, 2)).toEqual([
    [5, 9],
    [20, 30],
  ]);
  expect(pickLongest([], 2)).toEqual([]);
});
