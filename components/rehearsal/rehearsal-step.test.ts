import { expect, test } from "vitest";
import type { Difference } from "@/lib/rehearsal/views";
import { wordDifference } from "./rehearsal-step";

const cases: [Difference, string][] = [
  [{ code: "answered", found: 401, expected: 202 }, "The webhook answered 401 instead of 202."],
  [
    { code: "answered", found: null, expected: 202 },
    "The webhook answered nothing instead of 202.",
  ],
  [
    { code: "outcome", found: "superseded", expected: "unchanged" },
    "Its outcome is “superseded” instead of “unchanged”.",
  ],
  [{ code: "bytesChanged" }, "Its payload wasn’t kept exactly as sent."],
  [
    { code: "campaign", found: "spring", expected: null },
    "The recording’s campaign is “spring” instead of none.",
  ],
  [
    { code: "status", found: "new", expected: "completed" },
    "The recording’s status is “new” instead of “completed”.",
  ],
  [
    { code: "deliveries", found: 1, expected: 2 },
    "The number of its deliveries is 1 instead of 2.",
  ],
  [
    { code: "refusedThere", found: 404 },
    "From this machine, that address answered 404: a proxy may block the request or send it elsewhere.",
  ],
];

test.each(cases)("words %j", (difference, sentence) => {
  expect(wordDifference(difference)).toBe(sentence);
});
