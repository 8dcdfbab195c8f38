import type { DeliveryOutcome } from "@/lib/recordings/views/views";
import type { StepName } from "./plan-deliveries";

export type RehearsalState = "running" | "passed" | "failed" | "interrupted";

/** `unproven`: neither right nor wrong can be told from inside. */
export type Verdict = "passed" | "failed" | "unproven";

/** One delivery of a rehearsal: what was sent, what came, and what that means. */
export type RehearsalStep = {
  name: StepName;
  /** The call that it tells of. */
  recordingId: string;
  /** The body, to the letter. */
  sent: string;
  /** The webhook's answer, which it gives once the bytes are durable; null: none yet. */
  answer: { status: number; afterMs: number } | null;
  /** What became of it, and when that was stored, counted from the sending; null: not yet. */
  stored: { outcome: DeliveryOutcome; afterMs: number; problems: string[] } | null;
  /** The code of the fault that a listener would be told, where the sound was tried. */
  audioFault: string | null;
  /** What was away meanwhile, so that the delivery waited; null: it didn't. */
  waitedFor: "database" | "journal" | null;
  /** Null: still under way, or not begun. */
  verdict: Verdict | null;
  /** Where it differs from what was expected. */
  differs: Difference[];
  /** The same in sentences, as versions before wrote it; nobody writes it any more. */
  differences: string[];
};

/** One thing that differs: a code with its values, so that everybody reads it in their language. */
export type Difference =
  | {
      code:
        | "notStored"
        | "bytesChanged"
        | "heldForNothing"
        | "recordingMade"
        | "noRecording"
        | "soundThere"
        | "nobodyThere"
        | "anotherThere";
    }
  /** Null: nothing. */
  | { code: "answered"; found: number | null; expected: number }
  | { code: "outcome"; found: DeliveryOutcome; expected: DeliveryOutcome }
  | { code: "status" | "campaign"; found: string | null; expected: string | null }
  | { code: "deliveries" | "contents"; found: number; expected: number }
  | { code: "refusedThere"; found: number };

/** Beyond it the ledger isn't counted. */
export const mostCounted = 1_000_000;

/** Rows of the ledger, each counted up to a limit. */
export type LedgerCounts = { deliveries: number; recordings: number; customers: number };

export type RemovalView = {
  /** What had been stored apart, and is gone. */
  removed: LedgerCounts & { contents: number };
  /** How many of the rehearsal's ids were found in the real ledger afterwards. */
  found: number;
  after: LedgerCounts;
  /** Real deliveries that were stored while it ran. */
  arrived: number;
};

export type RehearsalView = {
  id: string;
  state: RehearsalState;
  steps: RehearsalStep[];
  before: LedgerCounts;
  /** Null: nothing is removed yet. */
  removal: RemovalView | null;
  /** Null: the person has no access any more. */
  startedBy: string | null;
  /** ISO 8601 in UTC. */
  startedAt: string;
  endedAt: string | null;
};

/** Why no rehearsal began; null: one did, or none was asked for. */
export type StartRefusal = "no-schema" | null;
