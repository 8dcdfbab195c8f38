import "server-only";
import type { PoolClient } from "pg";
import type { CallRecord } from "../record/call-record";
import { storeArrivals } from "./store-records";
import { rebuildCustomers } from "./upsert-customers";
import type { ArrivedRecord, Place, StoreOutcome } from "./versions/arrived-record";
import {
  hashRecord,
  isOfThisForm,
  isSameContent,
  type StoredContent,
} from "./versions/hash-record";
import { readStoredContents } from "./versions/record-versions";
import { type FormerArrival, withdrawArrivals } from "./withdraw-arrivals";

/**
 * Stores records of deliveries that were read before, each under the sequence of its acceptance.
 * What says the same as then stays as it is, what says something else takes its place, and what was
 * held back is stored for the first time. What was a retry stays one, and what was taken although it
 * was one stays taken. Idempotent; must run in a REPEATABLE READ transaction.
 */
export async function correctRecords(
  client: PoolClient,
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

async function readRetries(client: PoolClient, arrived: ArrivedRecord[]): Promise<Set<string>> {
  const { rows } = await client.query<{ id: string; seq: string; position: number }>(
    `SELECT recording_id AS id, accepted_seq AS seq, stored.position ${storedSql} AND is_retry`,
    toPlaces(arrived),
  );
  return new Set(
    rows.map(({ id, seq, position }) => keyOf(id, { acceptedSeq: BigInt(seq), position })),
  );
}

/** A former arrival, with its content where the hash is of another form than today's. */
type Former = FormerArrival & { content: StoredContent | null };

function isSame(before: Former, contentHash: string, record: CallRecord): boolean {
  if (before.contentHash === contentHash) return true;
  return before.content !== null && isSameContent(before.content, record);
}

async function readFormerArrivals(
  client: PoolClient,
  arrived: ArrivedRecord[],
): Promise<Map<string, Former>> {
  const { rows } = await client.query<FormerRow>(
    `SELECT recording_id, accepted_seq, stored.position, outcome,
       encode(content_hash, 'hex') AS hash, is_retry, taken_by, taken_at
     ${storedSql}`,
    toPlaces(arrived),
  );
  const older = rows.filter(({ hash }) => !isOfThisForm(hash));
  const contents = await readStoredContents(
    client,
    older.map(({ recording_id: id, hash }) => ({ id, hash })),
  );
  return new Map(
    rows.map((row) => {
      const place = { acceptedSeq: BigInt(row.accepted_seq), position: row.position };
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

const storedSql = `
  FROM recording_delivery AS stored
  JOIN unnest($1::text[], $2::bigint[], $3::int[]) AS arrived (id, seq, place)
    ON recording_id = arrived.id AND accepted_seq = arrived.seq
    AND stored.position = arrived.place`;

function toPlaces(arrived: ArrivedRecord[]): unknown[][] {
  return [
    arrived.map(({ record }) => record.id),
    arrived.map(({ acceptedSeq }) => acceptedSeq),
    arrived.map(({ position }) => position),
  ];
}

type FormerRow = {
  recording_id: string;
  accepted_seq: string;
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
