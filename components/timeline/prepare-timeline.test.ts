import fc from "fast-check";
import { expect, test } from "vitest";
import type { TimelineView } from "@/lib/recordings/views";
import { emptyVocabulary } from "@/lib/vocabulary/arrange-terms";
import { paintTimeline } from "./paint-timeline";
import { prepareTimeline } from "./prepare-timeline";

const prepare = (timeline: TimelineView, vocabulary = emptyVocabulary) =>
  prepareTimeline(paintTimeline(timeline, vocabulary));

test("days without calls have a bar of nothing", () => {
  const { bars, most } = prepare({
    ...{ unit: "day", from: "2026-02-27", to: "2026-03-02" },
    isTooMany: false,
    counts: [
      { startsOn: "2026-02-27", status: "failed", count: 1 },
      { startsOn: "2026-02-27", status: "completed", count: 3 },
      { startsOn: "2026-03-02", status: "completed", count: 2 },
    ],
  });
  expect(most).toBe(4);
  expect(bars.map(({ from, to, total }) => [from, to, total])).toEqual([
    ["2026-02-27", "2026-02-27", 4],
    ["2026-02-28", "2026-02-28", 0],
    ["2026-03-01", "2026-03-01", 0],
    ["2026-03-02", "2026-03-02", 2],
  ]);
  expect(bars[0]?.parts).toEqual([
    { status: "completed", label: "completed", tone: "green", count: 3, height: 0.75 },
    { status: "failed", label: "failed", tone: "red", count: 1, height: 0.25 },
  ]);
});

test("statuses are stacked in the order of the vocabulary, by its names and colours", () => {
  const counts = [
    { startsOn: "2026-03-02", status: "failed", count: 1 },
    { startsOn: "2026-03-02", status: "completed", count: 3 },
  ];
  const { bars } = prepare(
    { unit: "day", from: "2026-03-02", to: "2026-03-02", isTooMany: false, counts },
    {
      ...emptyVocabulary,
      status: new Map([
        ["failed", { displayName: "Lost", colour: "lime", group: null, position: 0 }],
      ]),
    },
  );
  expect(bars[0]?.parts).toMatchObject([
    { status: "failed", label: "Lost", tone: "lime", count: 1 },
    { status: "completed", label: "completed", tone: "green", count: 3 },
  ]);
});

test("weeks begin on Monday, and the outer ones end with the span", () => {
  const { bars } = prepare({
    ...{ unit: "week", from: "2026-11-18", to: "2026-11-24" },
    isTooMany: false,
    counts: [{ startsOn: "2026-11-16", status: "completed", count: 5 }],
  });
  expect(bars).toMatchObject([
    { from: "2026-11-18", to: "2026-11-22", total: 5 },
    { from: "2026-11-23", to: "2026-11-24", total: 0 },
  ]);
});

test("nothing at all is a flat line", () => {
  const { bars, most } = prepare({
    ...{ unit: "month", from: "2026-01-31", to: "2026-03-01", isTooMany: false, counts: [] },
  });
  expect(most).toBe(0);
  expect(bars.map(({ from, to }) => `${from} ${to}`)).toEqual([
    "2026-01-31 2026-01-31",
    "2026-02-01 2026-02-28",
    "2026-03-01 2026-03-01",
  ]);
});

test("the bars cover the span once, whatever the unit", () => {
  const day = fc
    .date({ min: new Date("2020-01-01"), max: new Date("2030-12-31"), noInvalidDate: true })
    .map((date) => date.toISOString().slice(0, 10));
  fc.assert(
    fc.property(day, day, fc.constantFrom("day", "week", "month"), (one, other, unit) => {
      const [from = "", to = ""] = [one, other].sort();
      const { bars } = prepare({ unit: unit as "day", from, to, isTooMany: false, counts: [] });
      expect(bars[0]?.from).toBe(from);
      expect(bars.at(-1)?.to).toBe(to);
      for (const [index, bar] of bars.entries()) {
        const next = bars[index + 1];
        const dayAfter = new Date(Date.parse(bar.to) + 86_400_000).toISOString().slice(0, 10);
        if (next) expect(next.from).toBe(dayAfter);
      }
    }),
    { numRuns: 30 },
  );
});
