import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import type { Difference, RehearsalStep, Verdict } from "@/lib/rehearsal/views";
import { StepItem, wordDifference } from "./rehearsal-step";

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

const step: RehearsalStep = {
  name: "new-call",
  recordingId: "rehearsal-1",
  sent: "{}",
  waitedFor: null,
  answer: { status: 202, afterMs: 3 },
  audioFault: null,
  differences: [],
  stored: { outcome: "stored", afterMs: 41, problems: [] },
  verdict: "passed",
  differs: [],
};

test.each<[Verdict, boolean]>([
  ["passed", false],
  ["unproven", false],
  ["failed", true],
])("a step that %s is open: %s", (verdict, isOpen) => {
  const html = renderToStaticMarkup(
    <StepItem step={{ ...step, verdict }} progress={verdict} publicUrl="http://localhost" />,
  );
  const [, attributes, line = ""] =
    /^<li><details([^>]*)><summary.*?>(.*?)<\/summary>/.exec(html) ?? [];
  expect(/\bopen\b/.test(attributes ?? "")).toBe(isOpen);
  expect(line).toContain("A new call");
  expect(line).toContain("In the ledger after 41 ms");
  expect(line).not.toContain("Durable");
  expect(html).toContain("Durable after 3 ms (HTTP 202)");
});
