import { expect, test } from "vitest";
import { emptyVocabulary, unnamed } from "@/lib/vocabulary/terms";
import { paintFigures } from "./paint-counts";

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
