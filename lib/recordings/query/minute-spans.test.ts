import fc from "fast-check";
import { expect, test } from "vitest";
import { coverMinutes } from "./minute-spans";

const minutes = fc.integer({ min: 0, max: 400 });

test("the spans of a range hold each of its minutes once, and others only from 255 on", () => {
  fc.assert(
    fc.property(minutes, minutes, (least, most) => {
      const held = coverMinutes(least, most).flatMap((span) => {
        const size = 4 ** Math.floor(span / 1_000);
        return Array.from({ length: size }, (_, n) => (span % 1_000) * size + n);
      });
      const [first, last] = [Math.min(least, 255), Math.min(most, 255)];
      const wanted = Array.from({ length: Math.max(last - first + 1, 0) }, (_, n) => first + n);
      expect(held).toEqual(most < least && least > 255 && most > 255 ? [255] : wanted);
    }),
  );
});

test("a range takes few spans, also one without an end", () => {
  expect(coverMinutes(20, 255)).toEqual([1005, 1006, 1007, 2002, 2003, 3001, 3002, 3003]);
  for (let least = 0; least < 256; least++) {
    expect(coverMinutes(least, 255).length).toBeLessThanOrEqual(12);
    expect(coverMinutes(0, least).length).toBeLessThanOrEqual(16);
  }
});
