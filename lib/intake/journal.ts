import "server-only";
import { env } from "@/lib/platform/env";
import { openDatabaseJournal } from "./database-journal";
import { openDiskJournal } from "./disk-journal";
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
  close(): Promise<void>;
};

export type NewEntry = Omit<JournalEntry, "acceptedSeq" | "deliveryId">;

const held = globalThis as { earshotJournal?: Promise<Journal> };

/** The journal of this process, opened at first use. A failed opening is tried again. */
export function journal(): Promise<Journal> {
  held.earshotJournal ??= open().catch((error: unknown) => {
    held.earshotJournal = undefined;
    throw error;
  });
  return held.earshotJournal;
}

export async function closeJournal(): Promise<void> {
  const open = held.earshotJournal;
  held.earshotJournal = undefined;
  await (await open?.catch(() => undefined))?.close();
}

async function open(): Promise<Journal> {
  return env().JOURNAL === "database" ? openDatabaseJournal() : openDiskJournal(env().DATA_DIR);
}
