import "server-only";
import type { Pool } from "pg";
import { inTransaction, prismaOn, type Transaction } from "@/lib/platform/database/transaction";
import { notifyChanges } from "../live/changes";
import type { CallRecord } from "../record/call-record";
import {
  type ArrivedRecord,
  hashRecord,
  isSameContent,
  type Place,
  type StoreOutcome,
} from "../record/call-record";
import { toSigns } from "../record/search-text";
import { noteChanges } from "../totals/changes";
import { readCountedCalls } from "../totals/sql";
import {
  claimHash,
  type Former,
  type FormerArrival,
  forgetArrivals,
  keyOf,
  letCount,
  raiseVersions,
  readFormerArrivals,
  readRetries,
  updateOutcome,
} from "./corrections-sql";
import { readNamedCustomers } from "./customers-sql";
import { rebuildCustomers, reviseRecordings } from "./recordings-and-customers";
import {
  claimRecordings,
  countWritten,
  deleteRecordings,
  lockUnread,
  mergePending,
  writeSigns,
} from "./recordings-sql";
import { storeArrivals } from "./store-arrivals";
import { moveOutCurrent } from "./versions-sql";

/**
 * Stores records and says what became of each; those that are stored already stay as they are. Must
 * run in a REPEATABLE READ transaction: every arrival writes the row of its recording, so that of
 * two that don't see each other one fails (40001) and is to be tried again. What is stored in the
 * end does not depend on the order in which batches come. Open pages are told of what changed.
 */
export async function storeRecords(
  client: Transaction,
  arrived: ArrivedRecord[],
): Promise<StoreOutcome[]> {
  return storeArrivals(
    client,
    arrived.map((item) => ({
      ...item,
      contentHash: item.contentHash ?? hashRecord(item.record),
      decided: null,
    })),
  );
}

/**
 * Stores records of deliveries that were read before, each under the sequence of its acceptance.
 * What says the same as then stays as it is, what says something else takes its place, and what was
 * held back is stored for the first time. What was a retry stays one, and what was taken although it
 * was one stays taken. Idempotent; must run in a REPEATABLE READ transaction.
 */
export async function correctRecords(
  client: Transaction,
  arrived: ArrivedRecord[],
): Promise<StoreOutcome[]> {
  const former = await readFormerArrivals(client, arrived);
  const judged = arrived.map((item) => {
    const before = former.get(keyOf(item.record.id, item));
    const contentHash = item.contentHash ?? hashRecord(item.record);
    const isKept = before && isSame(before, contentHash, item.record);
    const arrival = { ...item, contentHash, decided: before?.decision ?? null };
    return { arrival, before, kept: isKept ? before.outcome : undefined };
  });
  const changed = judged.filter(({ kept }) => kept === undefined);

  const customerIds = await withdrawArrivals(
    client,
    changed.flatMap(({ before }) => before ?? []),
  );
  const outcomes = (
    await storeArrivals(
      client,
      changed.map(({ arrival }) => arrival),
    )
  ).values();
  await rebuildCustomers(client, customerIds);
  // What is kept may have turned out to be a retry of what is stored now.
  const turned = changed.length > 0 ? await readRetries(client, arrived) : new Set();
  return judged.flatMap(({ arrival, kept }) => {
    const outcome = kept ?? outcomes.next().value ?? [];
    return turned.has(keyOf(arrival.record.id, arrival)) ? "superseded" : outcome;
  });
}

function isSame(before: Former, contentHash: string, record: CallRecord): boolean {
  if (before.contentHash === contentHash) return true;
  return before.content !== null && isSameContent(before.content, record);
}

/**
 * Leaves the ledger as if these arrivals had not been read. A recording that nothing else tells of
 * stays, behind whatever comes next: the caller stores a truer reading in the same transaction.
 * Returns the customers that the withdrawn contents named, for the caller to rebuild.
 */
async function withdrawArrivals(client: Transaction, arrivals: FormerArrival[]): Promise<string[]> {
  if (arrivals.length === 0) return [];
  const recordingIds = [...new Set(arrivals.map(({ recordingId }) => recordingId))].sort();
  await claimRecordings(client, recordingIds);
  await moveOutCurrent(client, recordingIds);
  await forgetArrivals(client, arrivals);
  const customerIds = await raiseVersions(client, arrivals);
  await reviseRecordings(client, recordingIds);
  return customerIds;
}

/**
 * Lets an arrival count that was a retry, for good. Must run in a REPEATABLE READ transaction.
 * @returns what it did then; null: it is no retry, or there is no such arrival
 */
export async function takeRetry(
  client: Transaction,
  recordingId: string,
  place: Place,
  takenBy: string,
): Promise<StoreOutcome | null> {
  const arrival = { ...place, recordingId };
  await claimRecordings(client, [recordingId]);
  const customerId = await letCount(client, arrival, takenBy);
  if (customerId === undefined) return null;
  const before = await claimHash(client, recordingId);
  await reviseRecordings(client, [recordingId]);
  const outcome = await updateOutcome(client, arrival, before);
  await rebuildCustomers(client, [customerId]);
  await notifyChanges(client, [recordingId]);
  return outcome ?? null;
}

/**
 * Leaves the ledger as if nothing had ever told of these recordings: counts and customers too. Deliveries
 * are the caller's to remove, in the same transaction, which must be REPEATABLE READ. Idempotent.
 */
export async function removeRecordings(client: Transaction, ids: string[]): Promise<void> {
  if (ids.length === 0) return;
  // Of two that write the same recording, one fails and is run again.
  await claimRecordings(client, ids);
  const before = await readCountedCalls(client, ids);
  const customerIds = await readNamedCustomers(client, ids);
  await deleteRecordings(client, ids);
  await noteChanges(
    client,
    [...before.values()].map((call) => ({ before: call, after: undefined })),
  );
  await rebuildCustomers(client, customerIds);
  await notifyChanges(client, new Set(before.keys()));
}

/**
 * Looks at the signs of calls that were stored before these were kept, of a bounded number of calls;
 * what somebody writes at the moment is passed over, and stays to be found as before.
 * @param after the id behind which it goes on @returns where to go on next; null: all were looked at
 */
export async function readSigns(pool: Pool, after: string): Promise<string | null> {
  return inTransaction(
    pool,
    async (client) => {
      const rows = await lockUnread(client, after, mostAtOnce);
      await writeSigns(
        client,
        rows.flatMap(({ id, text }) => (text === null ? [] : [{ id, signs: toSigns(text) }])),
      );
      return rows.at(-1)?.id ?? null;
    },
    "READ COMMITTED",
  );
}

const mostAtOnce = 200;

/**
 * The indexes of words and choices keep what was written lately in a list of its own, which each search reads
 * from one end to the other. PostgreSQL merges it when it has grown as long as a crowd needs it to be.
 * @returns a step that merges it sooner, after so many writes, so that searches are fast where few calls come;
 * not while more than `crowd` were written since the step before, since many are merged with less work each
 */
export function newMergeStep(mostPending = 1_500, crowd = 20_000): (pool: Pool) => Promise<void> {
  let merged = Number.NEGATIVE_INFINITY;
  let seen: number | undefined;
  return async (pool) => {
    const client = prismaOn(pool);
    const written = await countWritten(client);
    const isCrowded = seen !== undefined && written - seen > crowd;
    seen = written;
    if (isCrowded || (written >= merged && written - merged < mostPending)) return;
    await mergePending(client);
    merged = written;
  };
}
