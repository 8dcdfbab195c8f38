import fc from "fast-check";
import { expect, test } from "vitest";
import { parseIdParameter, parseIdSegment, writeIdSegment } from "./id-segment";

const odd = [
  ".",
  "..",
  "...",
  "~",
  "~.",
  "~..",
  "~~..",
  "~a",
  "a/b",
  "%2E%2E",
  "%2e",
  "\\..",
  "?#",
];
const ids = fc.oneof(
  fc.constantFrom(...odd),
  fc.stringMatching(/^[.~%2eE/\\]{1,6}$/),
  fc.string({ unit: "binary", minLength: 1, maxLength: 20 }),
);

test("an id comes back from its address, whatever it is", () => {
  fc.assert(
    fc.property(ids, (id) => {
      const segment = writeIdSegment(id);
      expect(parseIdSegment(segment)).toBe(id);
      expect(parseIdParameter(decodeURIComponent(segment))).toBe(id);
    }),
    { numRuns: 2_000, examples: odd.map((id) => [id]) },
  );
});

test("a browser asks for the address as it is written, and for no other", () => {
  fc.assert(
    fc.property(ids, (id) => {
      const path = `/recordings/${writeIdSegment(id)}/audio`;
      expect(new URL(path, "https://earshot.example").pathname).toBe(path);
    }),
    { numRuns: 2_000, examples: odd.map((id) => [id]) },
  );
});

test("an ordinary id stands in its address as it is", () => {
  expect(writeIdSegment("rec-1.a~b")).toBe("rec-1.a~b");
});
