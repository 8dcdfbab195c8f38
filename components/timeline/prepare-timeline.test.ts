import fc from "fast-check";
import { beforeEach, expect, it, test } from "vitest";
import { paintTimeline } from "@/components/recordings/counts/paint-counts";
import type { TimelineView } from "@/lib/recordings/views/views";
import { chooseUnit, mostBars, timelineUnits } from "@/lib/settings/timeline-units";
import { forgetInterimColours } from "@/lib/vocabulary/colours";
import { emptyVocabulary, unnamed } from "@/lib/vocabulary/terms";
import {
  describeBars,
  describeOutlierCounts,
  describeOutliers,
  describeTimeline,
  formatBarDays,
  prepareTimeline,
  spellNote,
} from "./prepare-timeline";

const exact = { estimates: [], earlier: null, later: null };
const prepare = (timeline: Omit<TimelineView, keyof typeof exact>, vocabulary = emptyVocabulary) =>
  prepareTimeline(paintTimeline({ ...exact, ...timeline }, vocabulary));

beforeEach(() => forgetInterimColours());

test("days without calls have a bar of nothing", () => {
  const { bars, most } = prepare({
    unit: "day",
    from: "2026-02-27",
    to: "2026-03-02",
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
    unit: "week",
    from: "2026-11-18",
    to: "2026-11-24",
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
    unit: "month",
    from: "2026-01-31",
    to: "2026-03-01",
    isTooMany: false,
    counts: [],
  });
  expect(most).toBe(0);
  expect(bars.map(({ from, to }) => `${from} ${to}`)).toEqual([
    "2026-01-31 2026-01-31",
    "2026-02-01 2026-02-28",
    "2026-03-01 2026-03-01",
  ]);
});

test("what is pointed at tells its days, its calls by status, and what may be missing", () => {
  const view = {
    unit: "day",
    from: "2026-03-01",
    to: "2026-03-04",
    isTooMany: false,
    ...exact,
    counts: [
      { startsOn: "2026-03-02", status: "failed", count: 1 },
      { startsOn: "2026-03-02", status: "completed", count: 2 },
      { startsOn: "2026-03-03", status: "completed", count: 1 },
    ],
  } satisfies TimelineView;
  const gap = { from: "2026-03-03 10:00:00", to: "2026-03-03 12:00:00", text: "Offline" };
  const prepared = prepareTimeline(paintTimeline(view, emptyVocabulary, [gap]));
  const note = describeBars(prepared, { first: 1, last: 2 });
  expect(note).toMatchObject({
    days: "2 Mar 2026 – 3 Mar 2026",
    calls: "4 calls",
    gaps: ["Offline"],
    statuses: [
      { label: "completed", count: "3", share: "75%" },
      { label: "failed", count: "1", share: "25%" },
    ],
  });
  expect(note && spellNote(note)).toBe(
    "2 Mar 2026 – 3 Mar 2026: 4 calls · completed 3 · failed 1 · Offline",
  );
  expect(describeBars(prepared, { first: 0, last: 1 })?.gaps).toEqual([]);
  expect(describeBars(prepared, { first: 9, last: 9 })).toBeNull();
});

it.each([
  [1, ["1"]],
  [3, ["2"]],
  [40, ["20", "40"]],
  [87, ["50"]],
  [1_000, ["500", "1K"]],
  [123_456, ["50K", "100K"]],
])("the axis of %s calls names round numbers", (count, told) => {
  const { levels } = prepare({
    unit: "day",
    from: "2026-03-01",
    to: "2026-03-01",
    isTooMany: false,
    counts: [{ startsOn: "2026-03-01", status: "completed", count }],
  });
  expect(levels.map(({ label }) => label)).toEqual(told);
});

const day = fc
  .integer({ min: Date.parse("0001-01-01"), max: Date.parse("9999-12-31") })
  .map((ms) => new Date(ms).toISOString().slice(0, 10));

test("the bars cover the span once, whatever the unit", () => {
  const start = fc.integer({
    min: Date.parse("0001-01-01"),
    max: Date.parse("9999-12-31") - 100 * 86_400_000,
  });
  const toDay = (ms: number) => new Date(ms).toISOString().slice(0, 10);
  fc.assert(
    fc.property(
      start,
      fc.nat({ max: 100 }),
      fc.constantFrom(...timelineUnits),
      (ms, days, unit) => {
        const [from, to] = [toDay(ms), toDay(ms + days * 86_400_000)];
        const { bars } = prepare({ unit, from, to, isTooMany: false, counts: [] });
        expect(bars[0]?.from).toBe(from);
        expect(bars.at(-1)?.to).toBe(to);
        for (const [index, bar] of bars.entries()) {
          const next = bars[index + 1];
          if (next) expect(next.from).toBe(toDay(Date.parse(bar.to) + 86_400_000));
        }
      },
    ),
    { numRuns: 60 },
  );
});

test("any days of the years 1 to 9999 are a bounded drawing, at once", () => {
  const span = fc.tuple(day, day).map((days) => days.toSorted() as [string, string]);
  fc.assert(
    fc.property(span, ([from, to]) => {
      const beganMs = performance.now();
      const { bars } = prepare({
        unit: chooseUnit(from, to),
        from,
        to,
        isTooMany: false,
        counts: [],
      });
      expect(performance.now() - beganMs).toBeLessThan(1_000);
      expect(bars.length).toBeLessThanOrEqual(mostBars);
      expect([bars.at(0)?.from, bars.at(-1)?.to]).toEqual([from, to]);
    }),
    {
      examples: [[["0001-01-01", "9999-12-31"]], [["2020-01-01", "9999-12-31"]]],
      numRuns: 300,
    },
  );
});

test("the rarest of very many statuses are one part of a bar", () => {
  const counts = Array.from({ length: 3_000 }, (_, index) => ({
    startsOn: "2026-03-02",
    status: `status ${index}`,
    count: 1 + (index % 7),
  }));
  const { bars, statuses } = prepare({
    unit: "day",
    from: "2026-03-02",
    to: "2026-03-02",
    isTooMany: false,
    counts,
  });
  expect(statuses).toHaveLength(24);
  expect(statuses.at(-1)).toMatchObject({ label: "2977 other statuses", tone: "grey" });
  const total = counts.reduce((sum, { count }) => sum + count, 0);
  expect(bars[0]?.total).toBe(total);
  expect(bars[0]?.parts.reduce((sum, { count }) => sum + count, 0)).toBe(total);
});

test("statuses of one name are one part of a bar, and one entry of the legend", () => {
  const counts = [
    { startsOn: "2026-03-02", status: "complted", count: 2 },
    { startsOn: "2026-03-02", status: "busy", count: 3 },
    { startsOn: "2026-03-02", status: "completed", count: 4 },
    { startsOn: "2026-03-03", status: "complted", count: 1 },
  ];
  const { bars, statuses } = prepare(
    { unit: "day", from: "2026-03-02", to: "2026-03-03", isTooMany: false, counts },
    {
      ...emptyVocabulary,
      status: new Map([
        ["complted", { ...unnamed, displayName: "completed" }],
        ["completed", unnamed],
      ]),
    },
  );
  expect(statuses.map(({ label, tone }) => [label, tone])).toEqual([
    ["completed", "green"],
    ["busy", "pink"],
  ]);
  expect(bars.map(({ parts }) => parts.map(({ label, count }) => [label, count]))).toEqual([
    [
      ["completed", 6],
      ["busy", 3],
    ],
    [["completed", 1]],
  ]);
});

it.each([
  ["2026-11-20", "2026-11-20", "20 Nov 2026"],
  ["2026-11-16", "2026-11-22", "16 Nov 2026 – 22 Nov 2026"],
  ["2026-11-01", "2026-11-30", "Nov 2026"],
  ["2026-01-01", "2026-03-31", "Jan 2026 – Mar 2026"],
  ["2026-01-01", "2026-12-31", "2026"],
  ["2020-01-01", "2029-12-31", "2020 – 2029"],
  ["0001-01-01", "0099-12-31", "1 AD – 99 AD"],
  ["9999-12-31", "9999-12-31", "31 Dec 9999"],
])("the days from %s to %s are %j", (from, to, told) => {
  expect(formatBarDays({ from, to })).toBe(told);
});

test("an estimate says that it is one, in two digits, wherever it is told", () => {
  const days = { unit: "day", from: "2026-03-01", to: "2026-03-03", isTooMany: false } as const;
  const counts = [
    { startsOn: "2026-03-01", status: "completed", count: 17 },
    { startsOn: "2026-03-02", status: "completed", count: 12_345 },
    { startsOn: "2026-03-03", status: "failed", count: 1_111 },
    { startsOn: "2026-03-03", status: "completed", count: 3_333 },
  ];
  const view = { ...exact, ...days, estimates: ["2026-03-02", "2026-03-03"], counts };
  const prepared = prepareTimeline(paintTimeline(view, emptyVocabulary));
  expect(prepared.bars.map(({ isEstimate }) => isEstimate)).toEqual([false, true, true]);
  expect(describeTimeline(prepared)).toBe(
    "Calls by day, 1 Mar 2026 – 3 Mar 2026: about 17,000 calls, at most about 12,000 per day",
  );
  const tell = (first: number, last: number) => describeBars(prepared, { first, last });
  expect(tell(0, 0)).toMatchObject({ calls: "17 calls", statuses: [{ count: "17" }] });
  expect(tell(2, 2)).toMatchObject({
    calls: "about 4,400 calls",
    statuses: [{ count: "3,300" }, { count: "1,100" }],
  });
  expect(tell(0, 1)?.calls).toBe("about 12,000 calls");
});

it("says how many calls lie beyond, and when", () => {
  const one = { count: 1, isEstimate: false, from: "9999-12-31", to: "9999-12-31" };
  expect(describeOutlierCounts(one, "later")).toEqual(["1 later", "9999"]);
  expect(describeOutliers(one, "later")).toBe("1 call later: 31 Dec 9999");
  const many = { count: 1_200, isEstimate: false, from: "0001-01-01", to: "1971-12-31" };
  expect(describeOutlierCounts(many, "earlier")).toEqual(["1,200 earlier", "1 AD – 1971"]);
  const about = { ...many, count: 1_234, isEstimate: true };
  expect(describeOutlierCounts(about, "earlier")[0]).toBe("about 1,200 earlier");
  expect(describeOutliers(about, "earlier")).toBe("about 1,200 calls earlier: 1 AD – 1971");
});
