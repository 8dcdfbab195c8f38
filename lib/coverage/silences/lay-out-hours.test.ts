import { expect, test } from "vitest";
import { hourMs, layOutHours } from "./lay-out-hours";

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
