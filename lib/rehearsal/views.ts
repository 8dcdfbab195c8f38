import * as v from "@/lib/platform/shape";
import { deliveryOutcomes } from "@/lib/recordings/views/views";

/** Everything that a service may do to a webhook, in the order in which it is tried. */
export const stepNames = [
  "new-call",
  "repeat",
  "change",
  "late",
  "no-campaign",
  "new-status",
  "flat",
  "dead-audio",
  "incomplete",
  "not-understood",
  "public-address",
] as const;

export type StepName = (typeof stepNames)[number];

/** `unproven`: neither right nor wrong can be told from inside. */
const verdictSchema = v.oneOf(["passed", "failed", "unproven"]);

export type Verdict = v.Shaped<typeof verdictSchema>;

const outcomeSchema = v.oneOf(deliveryOutcomes);

/** One thing that differs: a code with its values, so that everybody reads it in their language. */
const differenceSchema = v.anyOf(
  v.object({
    code: v.oneOf([
      "notStored",
      "bytesChanged",
      "heldForNothing",
      "recordingMade",
      "noRecording",
      "soundThere",
      "nobodyThere",
      "anotherThere",
    ]),
  }),
  /** Null: nothing. */
  v.object({ code: v.oneOf(["answered"]), found: v.nullable(v.number), expected: v.number }),
  v.object({ code: v.oneOf(["outcome"]), found: outcomeSchema, expected: outcomeSchema }),
  v.object({
    code: v.oneOf(["status", "campaign"]),
    found: v.nullable(v.string),
    expected: v.nullable(v.string),
  }),
  v.object({
    code: v.oneOf(["deliveries", "contents"]),
    found: v.number,
    expected: v.number,
  }),
  v.object({ code: v.oneOf(["refusedThere"]), found: v.number }),
);

export type Difference = v.Shaped<typeof differenceSchema>;

/** One delivery of a rehearsal: what was sent, what came, and what that means. */
const stepSchema = v.object({
  name: v.oneOf(stepNames),
  /** The call that it tells of. */
  recordingId: v.string,
  /** The body, to the letter. */
  sent: v.string,
  /** The webhook's answer, which it gives once the bytes are durable; null: none yet. */
  answer: v.nullable(v.object({ status: v.number, afterMs: v.number })),
  /** What became of it, and when that was stored, counted from the sending; null: not yet. */
  stored: v.nullable(
    v.object({ outcome: outcomeSchema, afterMs: v.number, problems: v.array(v.string) }),
  ),
  /** The code of the fault that a listener would be told, where the sound was tried. */
  audioFault: v.nullable(v.string),
  /** What was away meanwhile, so that the delivery waited; null: it didn't. */
  waitedFor: v.nullable(v.oneOf(["database", "journal"])),
  /** Null: still under way, or not begun. */
  verdict: v.nullable(verdictSchema),
  /** Where it differs from what was expected. */
  differs: v.array(differenceSchema),
  /** The same in sentences, as versions before wrote it; nobody writes it any more. */
  differences: v.array(v.string),
});

export type RehearsalStep = v.Shaped<typeof stepSchema>;

/** Beyond it the ledger isn't counted. */
export const mostCounted = 1_000_000;

/** Rows of the ledger, each counted up to a limit. */
const countsSchema = v.object({
  deliveries: v.number,
  recordings: v.number,
  customers: v.number,
});

export type LedgerCounts = v.Shaped<typeof countsSchema>;

const removalSchema = v.object({
  /** What had been stored apart, and is gone. */
  removed: v.object({ ...countsSchema.entries, contents: v.number }),
  /** How many of the rehearsal's ids were found in the real ledger afterwards. */
  found: v.number,
  after: countsSchema,
  /** Real deliveries that were stored while it ran. */
  arrived: v.number,
});

export type RemovalView = v.Shaped<typeof removalSchema>;

const stateSchema = v.oneOf(["running", "passed", "failed", "interrupted"]);

export type RehearsalState = v.Shaped<typeof stateSchema>;

export const rehearsalSchema = v.object({
  id: v.string,
  state: stateSchema,
  steps: v.array(stepSchema),
  before: countsSchema,
  /** Null: nothing is removed yet. */
  removal: v.nullable(removalSchema),
  /** Null: the person has no access any more. */
  startedBy: v.nullable(v.string),
  /** ISO 8601 in UTC. */
  startedAt: v.string,
  endedAt: v.nullable(v.string),
});

export type RehearsalView = v.Shaped<typeof rehearsalSchema>;

/** Why no rehearsal began; null: one did, or none was asked for. */
export type StartRefusal = "no-schema" | null;
