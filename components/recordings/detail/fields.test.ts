import { expect, test } from "vitest";
import { describeIncomplete } from "@/components/format/text";
import { describeProblem, describeTimeProblem } from "./fields";

test.each([
  ["is missing", "Missing"],
  ["is missing; expected a whole number", "Missing"],
  ["is null; expected text", "Missing: sent as null"],
  ["must not be empty", "Missing: sent empty"],
  ["must be true or false", "Can’t be read: must be true or false"],
])("%s: %s", (message, words) => {
  expect(describeProblem({ message })).toBe(words);
});

test("of a time it says what stands in its place", () => {
  expect(describeTimeProblem({ message: "is null; expected a date and time" })).toBe(
    "Arrival time, because the call’s own is missing",
  );
  expect(describeTimeProblem({ message: "has no year 0" })).toBe(
    "Arrival time, because the call’s own can’t be read: has the year 0, which doesn’t exist",
  );
});

test("a mark says of how many fields it tells", () => {
  expect(describeIncomplete(1)).toBe("Incomplete: 1 field is missing or can’t be read");
  expect(describeIncomplete(3)).toBe("Incomplete: 3 fields are missing or can’t be read");
});
