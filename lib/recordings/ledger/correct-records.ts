import "server-only";
import { type Transaction, toList } from "@/lib/platform/database/transaction";
import { Prisma } from "@/prisma/client/client";
import type { CallRecord } from "../record/call-record";
import { claimRecordings } from "./recorded-arrivals";
import { reviseRecordings } from "./revise-recordings";
import { storeArrivals } from "./store-records";
import { rebuildCustomers } from "./upsert-customers";
import type { ArrivedRecord, Place, StoreOutcome } from "./versions/arrived-record";
import {
  hashRecord,
  isOfThisForm,
  isSameContent,
  type StoredContent,
} from "./versions/hash-record";
import { moveOutCurrent, readStoredContents } from "./versions/record-versions";
import type { Decision } from "./versions/resolve-versions";

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

async function readRetries(client: Transaction, arrived: ArrivedRecord[]): Promise<Set<string>> {
  const rows = await client.$queryRaw<(Place & { id: string })[]>`
    SELECT recording_id AS id, accepted_seq AS "acceptedSeq", stored.position
    ${storedSql(arrived)} AND is_retry`;
  return new Set(rows.map(({ id, ...place }) => keyOf(id, place)));
}

/** A former arrival, with its content where the hash is of another form than today's. */
type Former = FormerArrival & { content: StoredContent | null };

function isSame(before: Former, contentHash: string, record: CallRecord): boolean {
  if (before.contentHash === contentHash) return true;
  return before.content !== null && isSameContent(before.content, record);
}

async function readFormerArrivals(
  client: Transaction,
  arrived: ArrivedRecord[],
): Promise<Map<string, Former>> {
  const rows = await client.$queryRaw<FormerRow[]>`
    SELECT recording_id, accepted_seq, stored.position, outcome,
      encode(content_hash, 'hex') AS hash, is_retry, taken_by, taken_at
    ${storedSql(arrived)}`;
  const older = rows.filter(({ hash }) => !isOfThisForm(hash));
  const contents = await readStoredContents(
    client,
    older.map(({ recording_id: id, hash }) => ({ id, hash })),
  );
  return new Map(
    rows.map((row) => {
      const place = { acceptedSeq: row.accepted_seq, position: row.position };
      const { recording_id: recordingId, hash: contentHash, outcome, is_retry: isRetry } = row;
      const decision = {
        // An older Earshot knew no retries, and left out what was older than what it knew.
        isRetry: isRetry ?? (outcome === "superseded" ? null : false),
        counts: isRetry === null ? outcome !== "superseded" : !isRetry,
        ...{ takenBy: row.taken_by, takenAt: row.taken_at },
      };
      const content = contents.get(`${recordingId} ${contentHash}`) ?? null;
      const former = { ...place, recordingId, contentHash, outcome, decision, content };
      return [keyOf(recordingId, place), former];
    }),
  );
}

function storedSql(arrived: ArrivedRecord[]): Prisma.Sql {
  return Prisma.sql`
    FROM recording_delivery AS stored
    JOIN unnest(
      ${toList(arrived.map(({ record }) => record.id))}::text[],
      ${toList(arrived.map(({ acceptedSeq }) => acceptedSeq))}::bigint[],
      ${toList(arrived.map(({ position }) => position))}::int[]
    ) AS arrived (id, seq, place)
      ON recording_id = arrived.id AND accepted_seq = arrived.seq
      AND stored.position = arrived.place`;
}

type FormerRow = {
  recording_id: string;
  accepted_seq: bigint;
  position: number;
  outcome: StoreOutcome;
  hash: string;
  is_retry: boolean | null;
  taken_by: string | null;
  taken_at: Date | null;
};

function keyOf(recordingId: string, { acceptedSeq, position }: Place): string {
  return `${acceptedSeq} ${position} ${recordingId}`;
}

/** What a record of a delivery did to its recording when it was read. */
type FormerArrival = Place & {
  recordingId: string;
  contentHash: string;
  outcome: StoreOutcome;
  decision: Decision;
};

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

async function forgetArrivals(client: Transaction, arrivals: FormerArrival[]): Promise<void> {
  await client.$executeRaw`
    DELETE FROM recording_delivery AS arrival
    USING unnest(
        ${toList(arrivals.map(({ recordingId }) => recordingId))}::text[],
        ${toList(arrivals.map(({ acceptedSeq }) => acceptedSeq))}::bigint[],
        ${toList(arrivals.map(({ position }) => position))}::int[]) AS gone (id, seq, position)
    WHERE arrival.recording_id = gone.id AND arrival.accepted_seq = gone.seq
      AND arrival.position = gone.position`;
}

/** A content belongs to the first of the deliveries that still bring it; without one it is gone. */
async function raiseVersions(client: Transaction, arrivals: FormerArrival[]): Promise<string[]> {
  const withdrawn = Prisma.sql`unnest(
    ${toList(arrivals.map(({ recordingId }) => recordingId))}::text[],
    ${toList(arrivals.map(({ contentHash }) => Buffer.from(contentHash, "hex")))}::bytea[]) AS withdrawn (id, hash)`;
  const named = await client.$queryRaw<{ customer_id: string }[]>`
    SELECT DISTINCT customer_id FROM recording_version
     JOIN ${withdrawn} ON recording_id = withdrawn.id AND content_hash = withdrawn.hash`;
  await client.$executeRaw`
    WITH first_coming AS (
       SELECT withdrawn.id, withdrawn.hash, arrival.* FROM (
         SELECT DISTINCT id, hash FROM ${withdrawn}
       ) AS withdrawn
       LEFT JOIN LATERAL (
         SELECT accepted_seq, delivery_id, accepted_at FROM recording_delivery
         WHERE recording_id = withdrawn.id AND content_hash = withdrawn.hash
         ORDER BY accepted_seq, position LIMIT 1
       ) AS arrival ON true
     ), raised AS (
       UPDATE recording_version AS version SET
         first_seq = accepted_seq,
         delivery_id = first_coming.delivery_id,
         accepted_at = first_coming.accepted_at
       FROM first_coming
       WHERE version.recording_id = id AND content_hash = hash AND accepted_seq IS NOT NULL
     )
     DELETE FROM recording_version AS version USING first_coming
     WHERE version.recording_id = id AND content_hash = hash AND accepted_seq IS NULL`;
  return named.map((row) => row.customer_id);
}
