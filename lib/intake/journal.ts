import type { Beat, ListeningPeriod } from "@/lib/coverage/listening-period";
import type { JournalEntry } from "./journal-entry";

/**
 * Where an event is durable before it is acknowledged, and where it stays until the ledger has it.
 * Several processes may share one journal; reading it never hides an entry from another.
 */
export type Journal = {
  /** Numbers the entry and resolves once it is durable. Rejects when it can't be kept. */
  append(entry: NewEntry): Promise<JournalEntry>;
  /** The oldest entries in the order of acceptance, up to `most` and about `maxBytes` of bodies. */
  read(most: number, maxBytes: number): Promise<JournalEntry[]>;
  /** The entry of this sequence, if it waits here still. */
  get(acceptedSeq: bigint): Promise<JournalEntry | undefined>;
  /** Forgets entries that the ledger has committed, in their order. Forgetting twice is harmless. */
  remove(acceptedSeqs: bigint[]): Promise<void>;
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

export type NewEntry = Omit<JournalEntry, "acceptedSeq" | "deliveryId">;
