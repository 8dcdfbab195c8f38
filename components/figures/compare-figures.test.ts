import { expect, test } from "vitest";
import { paintFigures } from "@/components/recordings/counts/paint-counts";
import { emptyVocabulary } from "@/lib/vocabulary/terms";
import { compareFigures } from "./compare-figures";

const nameless = emptyVocabulary;
const counted = {
  status: [
    { value: "completed", count: 6 },
    { value: "failed", count: 4 },
    { value: null, count: 1 },
  ],
};
const figures = (completed: number, failed: number, minutes: number | null) => ({
  statuses: [
    { status: "completed", calls: completed },
    { status: "failed", calls: failed },
  ],
  minutes,
});
const week = { from: "2026-11-09", to: "2026-11-15" };

test("figures are the sums of the statuses, and say how they differ from the days before", () => {
  const view = {
    current: figures(6, 4, 55),
    before: { ...week, figures: figures(4, 4, 40) },
  };
  const painted = paintFigures(view, counted, nameless, ["completed"]);
  const title = (text: string) => `${text} on 9 Nov 2026 to 15 Nov 2026`;
  expect(compareFigures(painted)).toEqual({
    calls: {
      label: "Calls",
      text: "10",
      change: { direction: "up", text: "25%", title: title("8") },
    },
    minutes: {
      label: "Minutes",
      text: "55",
      change: { direction: "up", text: "37.5%", title: title("40") },
    },
    average: {
      label: "Average length",
      text: "5.5 min",
      change: { direction: "up", text: "10%", title: title("5.0 min") },
    },
    success: {
      label: "Success share",
      text: "60%",
      change: { direction: "up", text: "10 pts", title: title("50%") },
    },
  });
});

test("what is less, the same, new or not to be compared says so", () => {
  const compare = (now: [number, number, number], before: [number, number, number] | null) => {
    const former = before && { ...week, figures: figures(...before) };
    const view = { current: figures(...now), before: former };
    const { calls, success } = compareFigures(paintFigures(view, counted, nameless, ["failed"]));
    return [calls.change?.direction ?? null, success.change?.direction ?? null];
  };
  expect(compare([1, 3, 9], [2, 6, 9])).toEqual(["down", "same"]);
  expect(compare([3, 1, 9], [1, 3, 9])).toEqual(["same", "down"]);
  expect(compare([1, 1, 9], [0, 0, 0])).toEqual([null, null]);
  expect(compare([1, 1, 9], null)).toEqual([null, null]);
});

test("growth that has grown beyond its digits is told as more than that", () => {
  const grow = (minutes: number) => {
    const view = {
      current: figures(1, 1, minutes),
      before: { ...week, figures: figures(1, 1, 100) },
    };
    const painted = paintFigures(view, counted, nameless, []);
    return compareFigures(painted).minutes.change?.text;
  };
  expect([200, 1_099, 1_100, 2 ** 40].map(grow)).toEqual(["100%", "999%", ">999%", ">999%"]);
  expect(grow(0)).toBe("100%");
});

test("nothing is made up where calls are too many, none, or no status is of success", () => {
  const tooMany = { statuses: null, minutes: null };
  const texts = (current: Parameters<typeof paintFigures>[0]["current"], success: string[]) =>
    Object.values(
      compareFigures(paintFigures({ current, before: null }, counted, nameless, success)),
    ).map(({ text }) => text);
  expect(texts(tooMany, ["completed"])).toEqual(["—", "—", "—", "—"]);
  expect(texts(figures(0, 0, 0), ["completed"])).toEqual(["0", "0", "—", "—"]);
  expect(texts(figures(1, 1, 3), [])).toEqual(["2", "3", "1.5 min", "—"]);
  expect(texts(figures(1, 2, null), ["completed"])).toEqual(["3", "—", "—", "33.3%"]);
});

test("statuses of one name are chosen as one, and are all of success where any of them is", () => {
  const term = { colour: null, group: null, position: null };
  const vocabulary = {
    ...nameless,
    status: new Map([
      ["complted", { ...term, displayName: "completed" }],
      ["completed", { ...term, displayName: null }],
      ["gone", { ...term, displayName: "Gone" }],
    ]),
  };
  const seen = { status: [...counted.status, { value: "complted", count: 1 }] };
  const view = { current: figures(1, 1, 1), before: null };
  const choices = (success: string[]) =>
    paintFigures(view, seen, vocabulary, success).statuses.map(({ label, values, isSuccess }) => [
      label,
      values,
      isSuccess,
    ]);
  for (const one of ["completed", "complted"]) {
    expect(choices([one])).toEqual([
      ["completed", ["completed", "complted"], true],
      ["failed", ["failed"], false],
    ]);
  }
  expect(choices(["completed", "complted", "gone"])).toEqual([
    ["completed", ["completed", "complted"], true],
    ["failed", ["failed"], false],
    ["Gone", ["gone"], true],
  ]);
});
