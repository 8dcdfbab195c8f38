import "server-only";
import { z } from "zod";
import type { Beat, ListeningPeriod } from "@/lib/coverage/listening-period";
import { newTopic } from "@/lib/platform/process/topic";
import type { JournalEntry } from "./journal-entry";

/**
 * Where an event is durable before it is acknowledged, and where it stays until the ledger has it.
 * Several processes may share one journal; reading it never hides an entry from another.
 */
export type Journal = {
  /** Numbers the entry and resolves once it is durable. Rejects when it can't be kept. */
  append(entry: NewEntry): Promise<JournalEntry>;
  /**
   * The oldest entries in the order of acceptance, or the oldest after a sequence, up to `most` and
   * about `maxBytes` of bodies; those of `except` are left out, and cost nothing.
   */
  read(most: number, maxBytes: number, after?: bigint, except?: bigint[]): Promise<JournalEntry[]>;
  /** The entry of this sequence, if it waits here still. */
  get(acceptedSeq: bigint): Promise<JournalEntry | undefined>;
  /**
   * Forgets entries that the ledger has committed, in their order, and what this process noted.
   * Forgetting twice is harmless.
   */
  remove(acceptedSeqs: bigint[]): Promise<void>;
  /** Keeps entries that the ledger has committed, for a database that loses them. Never rejects. */
  archive(entries: JournalEntry[]): Promise<void>;
  /** Lets entries that were removed wait once more, as they were. Putting back twice is harmless. */
  putBack(entries: JournalEntry[]): Promise<void>;
  /**
   * Notes what this process is about to do, in place of what it noted before; null: nothing. The
   * note outlives the process, so that an entry over which it dies is known; it need not outlive
   * the machine.
   */
  noteAttempt(attempt: Attempt | null): Promise<void>;
  /** Entries over which a process died or that failed, with the points that count against each. */
  suspects(): Promise<Map<bigint, number>>;
  /** Counts against entries that wait here still. */
  suspect(acceptedSeqs: bigint[], points: number): Promise<void>;
  /**
   * Names this journal for as long as it lasts, and the node by which it numbers what it accepts: of
   * chance at first. Null: what it accepts has a key of its own anyway.
   */
  numbering(): Promise<{ journalId: string; node: number } | null>;
  /** Numbers by this node from now on, also after a restart. */
  numberAs(node: number): Promise<void>;
  /** How many entries wait. */
  depth(): Promise<number>;
  /**
   * Keeps, by the way that an event goes, the proof that one could be kept. Rejects when it could
   * not. Resolves to the periods of listening that this journal alone knows as they are.
   */
  beat(beat: Beat): Promise<ListeningPeriod[]>;
  /** Forgets periods that the ledger has; the present one stays. */
  forgetPeriods(ids: string[]): Promise<void>;
  /** Writes as `append` does, but keeps nothing. Rejects, and says why, when it can't. */
  check(): Promise<void>;
  close(): Promise<void>;
};

/**
 * Entries that a process works on, from the first to the last of these. If it dies over them, the
 * points count against the one entry; of several they are where those begin that have none.
 */
export type Attempt = { firstSeq: bigint; lastSeq: bigint; points: number };

export type NewEntry = Omit<JournalEntry, "acceptedSeq" | "deliveryId">;

/** Something was appended to the journal. */
export const deliveriesKept = newTopic("deliveries-kept", z.literal(true));
/** Why the ledger couldn't be written at the last try, in words; null while all is well. */
export const drainFault = newTopic("drain-fault", z.string().nullable());
/**
 * The delivery that is being stored in parts and those that wait behind it for the same, and when it
 * last got on; null: none is.
 */
export const longDeliveries = newTopic(
  "long-deliveries",
  z.object({ acceptedSeqs: z.array(z.string()), atMs: z.number() }).nullable(),
);
