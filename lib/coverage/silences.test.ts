import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { findSilences, hourMs, layOutHours, type Span } from "./silences";

const dayMs = 24 * hourMs;
/** A Friday; calls come on weekdays from 9 to 17. */
const nowMs = Date.parse("2026-11-20T12:00:00Z");
const firstMs = nowMs - 8 * 7 * dayMs;
const sinceMs = nowMs - 14 * dayMs;

type Calls = (hour: Date) => number;

const isOpen: Calls = (hour) =>
  hour.getUTCDay() % 6 !== 0 && hour.getUTCHours() >= 9 && hour.getUTCHours() < 17 ? 1 : 0;
const office =
  (calls: number): Calls =>
  (hour) =>
    isOpen(hour) * calls;

/** The same calls, but none between these instants. */
function without(calls: Calls, from: string, to: string): Calls {
  return (hour) =>
    hour.getTime() >= Date.parse(from) && hour.getTime() < Date.parse(to) ? 0 : calls(hour);
}

function search(calls: Calls, { atMs = nowMs, unheard = [] as Span[], fromMs = firstMs } = {}) {
  const counts = new Map<number, number>();
  const beginMs = Math.floor(fromMs / hourMs) * hourMs;
  for (let ms = beginMs; ms < atMs; ms += hourMs) {
    const count = calls(new Date(ms));
    if (count > 0) counts.set(ms, count);
  }
  const hours = layOutHours({ fromMs: firstMs, toMs: atMs }, "UTC", unheard);
  return findSilences(counts, hours, sinceMs).map((silence) => {
    const [from, to] = [silence.fromMs, silence.toMs].map((ms) => new Date(ms).toISOString());
    const span = `${from?.slice(5, 16)} to ${to?.slice(5, 16)}`;
    return `${span}: ${silence.expected}${silence.isOngoing ? " still" : ""}`;
  });
}

describe("a silence", () => {
  test("is told by the hours that should have brought calls", () => {
    expect(search(office(10))).toEqual([]);
    expect(search(without(office(10), "2026-11-18T11:00Z", "2026-11-18T13:00Z"))).toEqual([
      "11-18T11:00 to 11-18T13:00: 20",
    ]);
  });

  test("goes over a night, and is not of the night", () => {
    const calls = without(office(10), "2026-11-18T16:00Z", "2026-11-19T10:00Z");
    expect(search(calls)).toEqual(["11-18T16:00 to 11-19T10:00: 20"]);
    expect(search(without(office(10), "2026-11-18T17:00Z", "2026-11-19T09:00Z"))).toEqual([]);
  });

  test("needs six calls that are missing", () => {
    expect(search(without(office(1), "2026-11-18T09:00Z", "2026-11-18T14:00Z"))).toEqual([]);
    expect(search(without(office(1), "2026-11-18T09:00Z", "2026-11-18T15:00Z"))).toEqual([
      "11-18T09:00 to 11-18T15:00: 6",
    ]);
  });

  test("of the hour that runs counts as far as it has come", () => {
    const calls = without(office(12), "2026-11-20T12:00Z", "2026-11-21T00:00Z");
    expect(search(calls, { atMs: nowMs + 29 * 60_000 })).toEqual([]);
    expect(search(calls, { atMs: nowMs + 30 * 60_000 })).toEqual([
      "11-20T12:00 to 11-20T12:30: 6 still",
    ]);
  });

  test("is none on a weekday that is always silent, nor at an hour that one week was", () => {
    const calls = office(10);
    expect(search((hour) => (hour.getUTCDay() === 3 ? 0 : calls(hour)))).toEqual([]);
  });

  test("stands out from weeks of which one was poor", () => {
    const holiday = without(office(10), "2026-11-04T00:00Z", "2026-11-05T00:00Z");
    expect(search(without(holiday, "2026-11-18T11:00Z", "2026-11-18T13:00Z"))).toEqual([
      "11-18T11:00 to 11-18T13:00: 20",
    ]);
  });
});

describe("nothing is a silence", () => {
  test("before three weeks of calls", () => {
    const calls = without(office(50), "2026-11-18T11:00Z", "2026-11-18T13:00Z");
    const begin = (weeks: number) => Date.parse("2026-11-18T11:00Z") - weeks * 7 * dayMs;
    expect(search(calls, { fromMs: begin(3) + 2 * hourMs })).toEqual([]);
    expect(search(calls, { fromMs: begin(3) })).toEqual(["11-18T11:00 to 11-18T13:00: 100"]);
  });

  test("once a week has passed, for then the campaign has ended", () => {
    const ended = (on: string) => without(office(50), `${on}T00:00Z`, "2026-12-01T00:00Z");
    expect(search(ended("2026-11-13"))).toEqual([]);
    expect(search(ended("2026-11-16"))).toEqual(["11-16T09:00 to 11-20T12:00: 1750 still"]);
  });

  test("while Earshot did not listen", () => {
    const calls = without(office(10), "2026-11-18T11:00Z", "2026-11-18T13:00Z");
    const away = (from: string, to: string) => ({
      unheard: [{ fromMs: Date.parse(from), toMs: Date.parse(to) }],
    });
    expect(search(calls, away("2026-11-18T10:30Z", "2026-11-18T13:10Z"))).toEqual([]);
    expect(search(calls, away("2026-11-18T11:00Z", "2026-11-18T12:00Z"))).toEqual([
      "11-18T12:00 to 11-18T13:00: 10",
    ]);
    // What was missed in an earlier week is no measure either.
    expect(search(calls, away("2026-10-01T00:00Z", "2026-11-06T00:00Z"))).toEqual([]);
  });
});

test("a silence is empty, long enough to be odd, and gone when a call fills it", () => {
  const random = fc.array(fc.nat({ max: 3 }), { minLength: 1_344, maxLength: 1_344 });
  const quiet = fc.tuple(fc.nat({ max: 300 }), fc.integer({ min: 1, max: 150 }));
  fc.assert(
    fc.property(random, quiet, (calls, [fromHour, length]) => {
      const end = 1_344 - fromHour;
      const counts = new Map(
        calls.flatMap((count, n) =>
          count > 0 && !(n >= end - length && n < end) ? [[firstMs + n * hourMs, count]] : [],
        ) as [number, number][],
      );
      const hours = layOutHours({ fromMs: firstMs, toMs: nowMs }, "UTC", []);
      for (const { fromMs, toMs, expected } of findSilences(counts, hours, sinceMs)) {
        for (let ms = fromMs; ms < toMs; ms += hourMs) expect(counts.has(ms)).toBe(false);
        expect(expected).toBeGreaterThanOrEqual(6);
        const late = new Map(counts);
        for (let ms = fromMs; ms < toMs; ms += hourMs) late.set(ms, 1);
        const again = findSilences(late, hours, sinceMs);
        expect(again.some((other) => other.fromMs < toMs && other.toMs > fromMs)).toBe(false);
      }
    }),
    { numRuns: 30 },
  );
});

function layOut(from: string, to: string, timeZone: string, unheard: [string, string][] = []) {
  const spans = unheard.map(([start, end]) => ({
    fromMs: Date.parse(start),
    toMs: Date.parse(end),
  }));
  return layOutHours({ fromMs: Date.parse(from), toMs: Date.parse(to) }, timeZone, spans).map(
    ({ wallMs, startMs, endMs, watchedShare }) => ({
      wall: new Date(wallMs).toISOString().slice(5, 16),
      start: new Date(startMs).toISOString().slice(5, 16),
      hours: (endMs - startMs) / hourMs,
      share: Math.round(watchedShare * 100) / 100,
    }),
  );
}

test("hours are those of the zone's clock, the last as far as it has come", () => {
  expect(layOut("2026-11-20T10:20Z", "2026-11-20T11:30Z", "Asia/Kathmandu")).toEqual([
    { wall: "11-20T16:00", start: "11-20T10:15", hours: 1, share: 1 },
    { wall: "11-20T17:00", start: "11-20T11:15", hours: 0.25, share: 0.25 },
  ]);
});

test("an hour that the clock leaves out is none, one that it repeats is one", () => {
  const spring = layOut("2026-03-29T00:00Z", "2026-03-29T03:00Z", "Europe/Berlin");
  expect(spring.map(({ wall }) => wall)).toEqual(["03-29T01:00", "03-29T03:00", "03-29T04:00"]);
  const autumn = layOut("2026-10-25T00:00Z", "2026-10-25T03:00Z", "Europe/Berlin");
  expect(autumn.map(({ wall, hours }) => [wall, hours])).toEqual([
    ["10-25T02:00", 2],
    ["10-25T03:00", 1],
  ]);
});

test("what was not listened to counts for nothing", () => {
  const gaps: [string, string][] = [
    ["2026-11-20T09:30Z", "2026-11-20T10:15Z"],
    ["2026-11-20T10:30Z", "2026-11-20T10:45Z"],
  ];
  const hours = layOut("2026-11-20T09:00Z", "2026-11-20T12:00Z", "UTC", gaps);
  expect(hours.map(({ share }) => share)).toEqual([0.5, 0.5, 1]);
});
