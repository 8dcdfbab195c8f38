import { expect, test } from "vitest";
import { compareFigures } from "./compare";
import { reported } from "./report/figure";

test("figures that both have are compared by the medians of all rounds", () => {
  const run = (drained: number) => [reported("drained", drained, "events/s")];
  const here = [run(200), run(900), run(220)];
  const there = [[...run(100), reported("gone", 1, "s")], run(120), run(10)];
  here[0]?.push(reported("new", 3, "s"));
  expect(compareFigures(here, there)).toEqual([
    { name: "drained", unit: "events/s", here: 220, there: 100, ratio: 2.2 },
  ]);
});

test("of nothing and nothing there is no ratio", () => {
  const none = [[reported("refused", 0, "events")]];
  expect(compareFigures(none, none)).toEqual([
    { name: "refused", unit: "events", here: 0, there: 0, ratio: null },
  ]);
});
