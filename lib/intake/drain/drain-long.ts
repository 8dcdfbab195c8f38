import "server-only";
import type { Pool } from "pg";
import { inTransaction, prismaOn } from "@/lib/platform/database/transaction";
import { countDrift } from "../drift/drift";
import { openKept } from "../interpret/interpret-kept";
import type { JournalEntry } from "../journal/journal";
import { ensureDeliveryDays } from "../store/delivery-ranges";
import { packBody } from "../store/packed-body";
import { rewriteOutcomes } from "../store/record-outcome";
import { dayOf, insertDeliveries, leaveOutStored, writeLongRecords } from "../store/sql";
import type { PreparedDelivery } from "../store/store-deliveries";
import { DeliverySum, storePart } from "../store/store-part";

type LongSteps = {
  /** Called before each step, with what that is. */
  note: (step: "opening" | "reading" | "readingWhole" | "storing") => Promise<void>;
  /** Called between two transactions: whatever waits may be done now. */
  meanwhile: () => Promise<void>;
  /** Whether to leave off after the present part. */
  isStopping: () => boolean;
};

/**
 * Moves one entry of any size into the ledger: its records in parts, each in a transaction of its own,
 * and at last the delivery itself with what became of them all. Begun again, it passes over what is
 * stored. False: it was told to leave off. Throws while the database is away.
 */
export async function drainLong(
  pool: Pool,
  entry: JournalEntry,
  { note, meanwhile, isStopping }: LongSteps,
): Promise<boolean> {
  await note("opening");
  if ((await leaveOutStored(prismaOn(pool), [{ entry }])).length === 0) {
    await notifyTaken(pool, entry);
    return true;
  }
  await ensureDeliveryDays(pool, [dayOf(entry.acceptedSeq)]);
  const body = await openKept(entry, async () => {
    await meanwhile();
    // What is done in between notes its own steps.
    await note("opening");
  });
  const sum = new DeliverySum();
  let before = 0;
  for (const parts = nextOf(body.parts); ; ) {
    await note(body.isWhole ? "readingWhole" : "reading");
    const interpretation = await parts();
    if (!interpretation) break;
    await note("storing");
    const part = { interpretation, before };
    const records = await storePart(pool, entry, part, { cap: sum.cap, beforeHalves: meanwhile });
    sum.add(records, interpretation);
    before += interpretation.readings.length;
    if (isStopping()) return false;
    await meanwhile();
  }
  await note("storing");
  await storeSum(pool, entry, sum);
  await notifyTaken(pool, entry);
  return true;
}

/** Somebody may have taken a retry while its delivery had no row yet that could say so. */
async function notifyTaken(pool: Pool, entry: JournalEntry): Promise<void> {
  await inTransaction(pool, (client) => rewriteOutcomes(client, entry));
}

/** Stores a delivery of which the database refuses something: each record for itself. */
export async function storeRecordsApart(
  pool: Pool,
  { entry, interpretation }: PreparedDelivery,
): Promise<void> {
  const sum = new DeliverySum();
  const records = await storePart(pool, entry, { interpretation, before: 0 }, { cap: sum.cap });
  sum.add(records, interpretation);
  await storeSum(pool, entry, sum);
  await notifyTaken(pool, entry);
}

async function storeSum(pool: Pool, entry: JournalEntry, sum: DeliverySum): Promise<void> {
  await inTransaction(pool, async (client) => {
    if ((await leaveOutStored(client, [{ entry }])).length === 0) return;
    const { records, outcome, observations } = sum;
    await countDrift(client, [{ ...entry, observations }]);
    const driftIds = observations.map(({ id }) => id);
    const body = packBody(entry.body);
    await insertDeliveries(client, [{ entry, body, records: "[]", outcome, driftIds }]);
    await writeLongRecords(client, entry, records);
  });
}

/** The next part each time; undefined at the end. */
function nextOf<T>(open: () => AsyncGenerator<T>): () => Promise<T | undefined> {
  let parts: AsyncGenerator<T> | undefined;
  return async () => {
    parts ??= open();
    const { done, value } = await parts.next();
    return done ? undefined : value;
  };
}
