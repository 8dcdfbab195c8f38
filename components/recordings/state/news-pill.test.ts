import { expect, it } from "vitest";
import { describeAgo } from "./news-pill";

it.each([
  [-5, "1 s"],
  [0, "1 s"],
  [59.9, "59 s"],
  [60, "1 min"],
  [3_599, "59 min"],
  [3_600, "1 h"],
  [48 * 3_600 - 1, "47 h"],
  [48 * 3_600, "2 days"],
])("says that %d seconds are %s", (seconds, words) => {
  expect(describeAgo(seconds)).toBe(words);
});
