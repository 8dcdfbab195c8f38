import { renderToStaticMarkup } from "react-dom/server";
import { expect, it, test } from "vitest";
import { describeIncomplete } from "@/components/format/text";
import { describeProblem, describeTimeProblem, ExtraFacts } from "./call-details";

const items = [{ path: "sentiment", json: '"hopeful"' }];
const textOf = (element: React.ReactNode) =>
  renderToStaticMarkup(element)
    .replaceAll(/<[^>]+>/g, " ")
    .replaceAll(/\s+/g, " ");

it("leads whoever may have it to the payload that holds the rest", () => {
  const extra = { items, more: 299_800, isMoreAtLeast: false };
  const html = renderToStaticMarkup(<ExtraFacts extra={extra} rawHref="/api/deliveries/1/raw" />);
  expect(html).toContain('href="/api/deliveries/1/raw"');
  expect(textOf(<ExtraFacts extra={extra} rawHref="/raw" />)).toMatch(
    /And 299,800 more fields, in the raw payload \./,
  );
});

it("tells everybody else where the rest is, too", () => {
  const extra = { items, more: 9_800, isMoreAtLeast: true };
  expect(textOf(<ExtraFacts extra={extra} rawHref={null} />)).toContain(
    "And more than 9,800 more fields, included in exports.",
  );
});

it("says nothing of more where there is none", () => {
  const extra = { items, more: 0, isMoreAtLeast: false };
  expect(textOf(<ExtraFacts extra={extra} rawHref="/raw" />)).not.toContain("more");
});

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
