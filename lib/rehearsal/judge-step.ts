import type { Expectation } from "./plan-deliveries";
import type { Difference, RehearsalStep } from "./views";

/** What is found in the shadow schema once a delivery was stored there. */
export type Found = {
  /** Whether its bytes were kept as they were sent. */
  areBytesKept: boolean;
  call: Expectation["call"];
};

/** Where a step differs from what was expected of it; nowhere: it passed. Pure. */
export function judgeStep(
  { answer, stored, audioFault }: Pick<RehearsalStep, "answer" | "stored" | "audioFault">,
  found: Found | null,
  expected: Expectation,
): Difference[] {
  if (answer?.status !== accepted) {
    return [{ code: "answered", found: answer?.status ?? null, expected: accepted }];
  }
  if (!stored || !found) return [{ code: "notStored" }];
  const isHeldForNothing = expected.outcome === "quarantined" && stored.problems.length === 0;
  const differs: (Difference | false)[] = [
    stored.outcome !== expected.outcome && {
      code: "outcome",
      found: stored.outcome,
      expected: expected.outcome,
    },
    !found.areBytesKept && { code: "bytesChanged" },
    isHeldForNothing && { code: "heldForNothing" },
    ...compareCalls(found.call, expected.call),
    expected.isMute === true && audioFault === null && { code: "soundThere" },
  ];
  return differs.filter((one) => one !== false);
}

const accepted = 202;

function compareCalls(
  call: Expectation["call"],
  expected: Expectation["call"],
): (Difference | false)[] {
  if (!expected) return [call !== null && { code: "recordingMade" }];
  if (!call) return [{ code: "noRecording" }];
  return [
    ...(["status", "campaign"] as const).map(
      (code) =>
        call[code] !== expected[code] && { code, found: call[code], expected: expected[code] },
    ),
    ...(["deliveries", "contents"] as const).map(
      (code) =>
        call[code] !== expected[code] && { code, found: call[code], expected: expected[code] },
    ),
  ];
}
