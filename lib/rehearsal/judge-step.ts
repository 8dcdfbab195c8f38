import type { Expectation } from "./plan-deliveries";
import type { RehearsalStep } from "./views";

/** What is found in the shadow schema once a delivery was stored there. */
export type Found = {
  /** Whether its bytes were kept as they were sent. */
  areBytesKept: boolean;
  call: Expectation["call"];
};

/** Where a step differs from what was expected of it, in words; nowhere: it passed. Pure. */
export function judgeStep(
  { answer, stored, audioFault }: Pick<RehearsalStep, "answer" | "stored" | "audioFault">,
  found: Found | null,
  expected: Expectation,
): string[] {
  if (answer?.status !== accepted) {
    return [`The webhook answered ${answer?.status ?? "nothing"} instead of ${accepted}.`];
  }
  if (!stored || !found) return ["It was acknowledged, and did not reach the ledger in time."];
  return [
    ...(stored.outcome === expected.outcome
      ? []
      : [`Its outcome is “${stored.outcome}” instead of “${expected.outcome}”.`]),
    ...(found.areBytesKept ? [] : ["Its bytes were not kept as they were sent."]),
    ...(expected.outcome === "quarantined" && stored.problems.length === 0
      ? ["It was held back without a reason."]
      : []),
    ...compareCalls(found.call, expected.call),
    ...(expected.isMute && audioFault === null
      ? ["Its audio could be had, although its address leads nowhere."]
      : []),
  ];
}

const accepted = 202;

function compareCalls(call: Expectation["call"], expected: Expectation["call"]): string[] {
  if (!expected)
    return call ? ["A recording was made of it, although it can’t be understood."] : [];
  if (!call) return ["No recording was made of it."];
  return fields.flatMap(([field, words]) =>
    call[field] === expected[field]
      ? []
      : [`${words} is ${show(call[field])} instead of ${show(expected[field])}.`],
  );
}

const fields: [keyof NonNullable<Expectation["call"]>, string][] = [
  ["status", "The recording’s status"],
  ["campaign", "The recording’s campaign"],
  ["deliveries", "The number of its deliveries"],
  ["contents", "The number of its contents"],
];

function show(value: string | number | null): string {
  return typeof value === "string" ? `“${value}”` : String(value ?? "none");
}
