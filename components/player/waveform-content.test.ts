import { expect, test } from "vitest";
import { findLoudest, findSilenceEnd, findSilences, readPeaks, toBars } from "./waveform-content";

const lane = (...parts: [value: number, times: number][]) =>
  Uint8Array.from(parts.flatMap(([value, times]) => Array<number>(times).fill(value)));

test("each channel has a lane, and of many the first two", () => {
  const told = (channels: number, bytes: number[]) =>
    readPeaks({ durationMs: 1_500, channels, peaks: btoa(String.fromCharCode(...bytes)) });
  expect(told(2, [1, 2, 254, 255])).toEqual({
    durationSeconds: 1.5,
    lanes: [Uint8Array.of(1, 2), Uint8Array.of(254, 255)],
  });
  expect(told(6, [1, 2, 3, 4, 5, 6]).lanes).toEqual([Uint8Array.of(1), Uint8Array.of(2)]);
});

test("bars show the loudest of what they stand for, and never more than is known", () => {
  expect(toBars(Uint8Array.of(0, 255, 51, 0, 0), 2, 255)).toEqual([1, 0.2]);
  expect(toBars(Uint8Array.of(50, 0), 100, 50)).toEqual([1, 0]);
  expect(toBars(new Uint8Array(), 100, 255)).toEqual([]);
  expect(findLoudest([Uint8Array.of(9, 100), Uint8Array.of(120, 3)])).toBe(120);
  expect(findLoudest([Uint8Array.of(1, 0)])).toBeGreaterThan(10);
});

test("silence is what is long and quiet on every channel, less its edges", () => {
  const peaks = (...lanes: Uint8Array[]) => ({ durationSeconds: 100, lanes });
  const spoken = lane([200, 20], [3, 30], [200, 50]);
  expect(findSilences(peaks(spoken))).toEqual([{ fromSeconds: 20.2, toSeconds: 49.8 }]);
  expect(findSilences(peaks(spoken, lane([0, 30], [200, 70])))).toEqual([
    { fromSeconds: 20.2, toSeconds: 29.8 },
  ]);
  expect(findSilences(peaks(lane([200, 50], [0, 1], [200, 49])))).toEqual([]);
  expect(findSilences(peaks(lane([0, 2], [200, 96], [0, 2])))).toEqual([
    { fromSeconds: 0, toSeconds: 1.8 },
    { fromSeconds: 98.2, toSeconds: 100 },
  ]);
});

test("a quiet call is no silence, and a silent one is played as it is", () => {
  const peaks = (values: Uint8Array) => ({ durationSeconds: 100, lanes: [values] });
  expect(findSilences(peaks(lane([12, 50], [10, 50])))).toEqual([]);
  expect(findSilences(peaks(lane([0, 100])))).toEqual([]);
});

test("a silence is left at once, unless it is over soon", () => {
  const silences = [{ fromSeconds: 10, toSeconds: 20 }];
  expect(findSilenceEnd(silences, 10)).toBe(20);
  expect(findSilenceEnd(silences, 19.9)).toBeNull();
  expect(findSilenceEnd(silences, 9.9)).toBeNull();
  expect(findSilenceEnd(silences, 20)).toBeNull();
});
