import { expect, test } from "vitest";
import { addBeat, beatEveryMs, type ListeningPeriod, longestPauseMs } from "./listening-period";

const noonMs = Date.parse("2026-11-20T12:00:00Z");

/** Beats at these seconds after noon; some of them are farewells. */
function beat(seconds: number[], farewells: number[] = []) {
  return seconds.reduce<ListeningPeriod[]>(
    (periods, second) =>
      addBeat(periods, { atMs: noonMs + second * 1_000, isFarewell: farewells.includes(second) }),
    [],
  );
}

function spans(periods: ListeningPeriod[]): [number, number][] {
  return periods.map(({ startedAtMs, lastBeatAtMs }) => [
    (startedAtMs - noonMs) / 1_000,
    (lastBeatAtMs - noonMs) / 1_000,
  ]);
}

test("beats in time are one period", () => {
  const periods = beat([0, 5, 10, 15, 30]);
  expect(spans(periods)).toEqual([[0, 30]]);
});

test("a beat that is late, after a freeze or a crash, begins another", () => {
  const periods = beat([0, 5, 20.001, 25]);
  expect(spans(periods)).toEqual([
    [0, 5],
    [20.001, 25],
  ]);
  expect(new Set(periods.map(({ id }) => id)).size).toBe(2);
});

test("a clock that is set back by a little changes nothing, by much it begins another", () => {
  expect(spans(beat([0, 5, 3, 8]))).toEqual([[0, 8]]);
  expect(spans(beat([3_600, 0, 5]))).toEqual([
    [3_600, 3_600],
    [0, 5],
  ]);
});

test("a farewell stands until somebody beats again in time", () => {
  expect(beat([0, 5], [5]).map(({ isStopped }) => isStopped)).toEqual([true]);
  expect(beat([0, 5, 10], [5]).map(({ isStopped }) => isStopped)).toEqual([false]);
  expect(beat([0, 5, 60], [5]).map(({ isStopped }) => isStopped)).toEqual([true, false]);
});

test("one beat that is missed is no gap", () => {
  expect(longestPauseMs).toBeGreaterThan(2 * beatEveryMs);
});
