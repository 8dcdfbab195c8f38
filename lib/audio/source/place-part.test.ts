import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { parseContentRange, parseRange, placeRange, writeRange } from "./place-part";

test.each([
  ["bytes=0-", { first: 0, last: null }],
  ["bytes=0-1", { first: 0, last: 1 }],
  ["Bytes= 5-9 ", { first: 5, last: 9 }],
  ["bytes=-500", { suffix: 500 }],
  ["bytes=-0", { suffix: 0 }],
])("%j is one range", (header, range) => {
  expect(parseRange(header)).toEqual(range);
});

test.each([
  null,
  "",
  "bytes",
  "bytes=",
  "bytes=-",
  "bytes=5-2",
  "bytes=0-1,5-6",
  "bytes=a-b",
  "bytes=0x0-1",
  "bytes=--5",
  "items=0-1",
  "bytes=0-99999999999999999999",
])("%j means the whole", (header) => {
  expect(parseRange(header)).toBeUndefined();
});

test("what is written is read back", () => {
  const number = fc.integer({ min: 0, max: 2 ** 40 });
  const range = fc.oneof(
    fc.record({ suffix: number }),
    fc.record({ first: number, last: fc.constant(null) }),
    fc.tuple(number, number).map(([first, length]) => ({ first, last: first + length })),
  );
  fc.assert(
    fc.property(range, (asked) => {
      expect(parseRange(writeRange(asked))).toEqual(asked);
    }),
  );
});

test("a placed range is the same bytes that an array would give", () => {
  const bytes = Array.from({ length: 12 }, (_, index) => index);
  const number = fc.integer({ min: 0, max: 20 });
  fc.assert(
    fc.property(number, number, fc.constantFrom("closed", "open", "suffix"), (one, other, form) => {
      const [first, last] = [Math.min(one, other), Math.max(one, other)];
      const asked =
        form === "suffix" ? { suffix: one } : { first, last: form === "open" ? null : last };
      const placed = placeRange(asked, bytes.length);
      const expected =
        form === "suffix"
          ? bytes.slice(bytes.length - Math.min(one, bytes.length))
          : bytes.slice(first, form === "open" ? undefined : last + 1);
      expect(placed ? bytes.slice(placed.first, placed.last + 1) : []).toEqual(expected);
    }),
  );
});

describe("Content-Range", () => {
  test("is read with and without a size", () => {
    expect(parseContentRange("bytes 0-9/100")).toEqual({ first: 0, last: 9, size: 100 });
    expect(parseContentRange("bytes 5-9/*")).toEqual({ first: 5, last: 9, size: null });
  });

  test.each([undefined, "", "bytes 9-5/100", "bytes 0-100/100", "bytes */100", "bytes 0-9"])(
    "%j makes no sense",
    (header) => {
      expect(parseContentRange(header)).toBeUndefined();
    },
  );
});
