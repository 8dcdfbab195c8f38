import { expect, it, test } from "vitest";
import { chooseUnit } from "@/lib/settings/timeline-units";
import { emptyVocabulary, unnamed } from "@/lib/vocabulary/terms";
import { listTicks, paintFigures, placeGaps } from "./paint-counts";

const statuses = [
  { status: "completed", calls: 5 },
  { status: "complted", calls: 2 },
  { status: "failed", calls: 3 },
];
const figures = { current: { statuses, minutes: 20 }, before: null };
const counted = { status: statuses.map(({ status, calls }) => ({ value: status, count: calls })) };

test("a status counts as success with all values of its name, whichever of them was chosen", () => {
  const named = new Map([
    ["complted", { ...unnamed, displayName: "completed" }],
    ["completed", unnamed],
  ]);
  const vocabulary = { ...emptyVocabulary, status: named };
  for (const chosen of ["completed", "complted"]) {
    const { current, statuses: choices } = paintFigures(figures, counted, vocabulary, [chosen]);
    expect(current).toEqual({ calls: 10, minutes: 20, successes: 7 });
    expect(
      choices.map(({ label, values, isSuccess }) => [label, values.length, isSuccess]),
    ).toEqual([
      ["completed", 2, true],
      ["failed", 1, false],
    ]);
  }
  const apart = paintFigures(figures, counted, emptyVocabulary, ["completed"]);
  expect(apart.current.successes).toBe(5);
});

const spanOf = (from: string, to: string) => ({ unit: chooseUnit(from, to), from, to });
const labels = (from: string, to: string) => listTicks(spanOf(from, to)).map(({ label }) => label);

it.each([
  ["2026-11-20", "2026-11-22", "20 Nov 2026, 21 Nov, 22 Nov"],
  ["2026-11-07", "2026-11-20", "7 Nov 2026, 9 Nov, 11 Nov, 13 Nov, 15 Nov, 17 Nov, 19 Nov"],
  ["2026-11-01", "2026-11-30", "2 Nov 2026, 9 Nov, 16 Nov, 23 Nov, 30 Nov"],
  ["2026-09-01", "2026-11-30", "14 Sept 2026, 28 Sept, 12 Oct, 26 Oct, 9 Nov, 23 Nov"],
  ["2026-01-01", "2026-12-31", "Jan 2026, Apr, Jul, Oct"],
  ["2020-01-01", "2029-12-31", "2020, 2022, 2024, 2026, 2028"],
  ["0001-01-01", "9999-12-31", "2000, 4000, 6000, 8000"],
])("from %s to %s the axis says %s", (from, to, told) => {
  expect(labels(from, to).join(", ")).toBe(told);
});

test("a tick stands under the bar that holds it", () => {
  const [first] = listTicks(spanOf("2026-11-20", "2026-11-21"));
  expect(first).toEqual({ at: 0.25, label: "20 Nov 2026" });
});

test("a gap lies among the bars by its time, and is cut where they end", () => {
  const span = spanOf("2026-11-20", "2026-11-23");
  const gap = (from: string, to: string) => placeGaps([{ from, to, text: "a gap" }], span);
  const text = "a gap";
  expect(gap("2026-11-20 12:00:00", "2026-11-21 00:00:00")).toEqual([
    { from: 0.125, to: 0.25, text },
  ]);
  expect(gap("2025-01-01 00:00:00", "2026-11-20 06:00:00")).toEqual([
    { from: 0, to: 0.0625, text },
  ]);
  expect(gap("2026-11-23 12:00:00", "2026-12-01 00:00:00")).toEqual([{ from: 0.875, to: 1, text }]);
  expect(gap("2026-12-01 12:00:00", "2026-12-02 00:00:00")).toEqual([]);
});

test("a bar that the span cuts is as wide as the others", () => {
  const span = { unit: "month", from: "2026-01-22", to: "2026-02-28" } as const;
  expect(
    placeGaps([{ from: "2026-01-27 00:00:00", to: "2026-02-15 00:00:00", text: "" }], span),
  ).toEqual([{ from: 0.25, to: 0.75, text: "" }]);
});
