import "server-only";
import type { Pool } from "pg";
import { z } from "zod";
import { prismaOn } from "@/lib/platform/database/transaction";
import { newTopic } from "@/lib/platform/process/topic";
import type { JournalEntry } from "../journal/journal";
import { isRehearsed } from "../secrets/check/known-secrets";
import { listSampleSecrets } from "../secrets/store";
import { findPresent } from "../store/sql";

type Settled = Pick<JournalEntry, "deliveryId" | "acceptedSeq" | "secretHash">;

/** Of each database, what was settled there last, and whether it turned out to be missing. */
const databases = new WeakMap<Pool, { last: Settled[]; isLost: boolean }>();

/** The database is in a state from before it was given what was drained. */
export const databaseFellBack = newTopic("database-fell-back", z.literal(true));

/** Two batches are stored at a time, and end nearly in their order: whatever lacks an earlier one lacks one of these. */
const mostKept = 3;

/** To be called when entries are about to leave the journal, in the order in which they were stored. */
export function noteSettled(pool: Pool, entries: JournalEntry[]): void {
  const real = entries.filter((entry) => !isRehearsed(entry));
  const newest = real.findLast(({ kind }) => kind !== "oversized") ?? real.at(-1);
  if (!newest) return;
  const { deliveryId, acceptedSeq, secretHash } = newest;
  const { last = [], isLost = false } = databases.get(pool) ?? {};
  databases.set(pool, {
    last: [...last, { deliveryId, acceptedSeq, secretHash }].slice(-mostKept),
    isLost,
  });
}

/**
 * Whether the database lacks what was settled there last, now or at an earlier look: it was put back to an
 * older state, in whatever way, and perhaps without an end of any connection.
 */
export async function hasFallenBack(pool: Pool): Promise<boolean> {
  const known = databases.get(pool);
  if (!known || known.isLost) return known?.isLost ?? false;
  known.isLost = (await findMissing(pool, known.last)).length > 0;
  if (known.isLost) databaseFellBack.publish(true);
  return known.isLost;
}

/** To be called when all that was missing has been looked for. */
export function forgetSettled(pool: Pool): void {
  databases.delete(pool);
}

/** Those that the database lacks, but for what was removed with the samples. */
export async function findMissing<Entry extends Settled>(
  pool: Pool,
  entries: Entry[],
): Promise<Entry[]> {
  if (entries.length === 0) return [];
  const present = await findPresent(prismaOn(pool), entries);
  const missing = entries.filter(({ deliveryId }) => !present.has(deliveryId));
  if (missing.length === 0) return [];
  const samples = new Set((await listSampleSecrets("removed", pool)).map(({ mark }) => mark));
  return missing.filter(({ secretHash }) => !samples.has(secretHash));
}
