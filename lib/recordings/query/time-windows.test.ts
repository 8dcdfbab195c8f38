import fc from "fast-check";
import { expect, test } from "vitest";
import { layOutWindows } from "./find-edge";

const hours = fc.integer({ min: -200_000, max: 1_000_000 });

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
