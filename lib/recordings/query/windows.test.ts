import fc from "fast-check";
import { expect, test } from "vitest";
import { coverMinutes, layOutWindows } from "./windows";

const hours = fc.integer({ min: -200_000, max: 1_000_000 });
/** Since 1970. */
const hour = fc.nat(1_000_000);

test("windows follow one another without gap or overlap, up to the last hour or forty of them", () => {
  fc.assert(
    fc.property(hours, hours, fc.nat(100_000), (first, last, leastHours) => {
      const windows = layOutWindows(first, last, leastHours);
      const isBackward = last < first;
      let at = first;
      for (const { fromHour, toHour } of windows) {
        expect(isBackward ? toHour - 1 : fromHour).toBe(at);
        expect(toHour).toBeGreaterThan(fromHour);
        at = isBackward ? fromHour - 1 : toHour;
      }
      const isCovered = isBackward ? at < last : at > last;
      expect(isCovered || windows.length === 40).toBe(true);
    }),
  );
});

test("windows alike are cut from periods of one size, that of the first, and go as far as they can", () => {
  fc.assert(
    fc.property(hour, hour, hour, fc.integer({ min: 1, max: 6 }), (...given) => {
      const [first, last, leastHours, alike] = given;
      const windows = layOutWindows(first, last, leastHours, alike);
      expect(new Set(windows.map(({ period }) => period >> 40n)).size).toBe(1);
      expect(windows[0]).toEqual(layOutWindows(first, last, leastHours)[0]);
      const end = windows.at(-1);
      const isCovered = last < first ? (end?.fromHour ?? 0) <= last : (end?.toHour ?? 0) > last;
      expect(isCovered || windows.length === alike).toBe(true);
    }),
  );
});

test("ten years take few windows, and the first ones are small", () => {
  fc.assert(
    fc.property(hours, (first) => {
      const windows = layOutWindows(first, first - 87_600);
      expect(windows.length).toBeLessThanOrEqual(18);
      const [hour, next] = windows;
      expect((hour?.toHour ?? 0) - (next?.fromHour ?? 0)).toBeLessThanOrEqual(5);
    }),
  );
});

test("a window's number is that of the whole period that it is cut from", () => {
  const [, second] = layOutWindows(10, 400);
  expect(second).toEqual({ period: (1n << 40n) + 2n, fromHour: 11, toHour: 12 });
});

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
