import "server-only";
import type { PoolClient } from "pg";
import { claimRecordings } from "./recorded-arrivals";
import { reviseRecordings } from "./revise-recordings";
import type { Place, StoreOutcome } from "./versions/arrived-record";
import type { Decision } from "./versions/judge-arrivals";
import { moveOutCurrent } from "./versions/record-versions";

/** What a record of a delivery did to its recording when it was read. */
export type FormerArrival = Place & {
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
export async function withdrawArrivals(
  client: PoolClient,
  arrivals: FormerArrival[],
): Promise<string[]> {
  if (arrivals.length === 0) return [];
  const recordingIds = [...new Set(arrivals.map(({ recordingId }) => recordingId))].sort();
  await claimRecordings(client, recordingIds);
  await moveOutCurrent(client, recordingIds);
  await forgetArrivals(client, arrivals);
  const customerIds = await raiseVersions(client, arrivals);
  await reviseRecordings(client, recordingIds);
  return customerIds;
}

async function forgetArrivals(client: PoolClient, arrivals: FormerArrival[]): Promise<void> {
  await client.query(
    `DELETE FROM recording_delivery AS arrival
     USING unnest($1::text[], $2::bigint[], $3::int[]) AS gone (id, seq, position)
     WHERE arrival.recording_id = gone.id AND arrival.accepted_seq = gone.seq
       AND arrival.position = gone.position`,
    [
      arrivals.map(({ recordingId }) => recordingId),
      arrivals.map(({ acceptedSeq }) => acceptedSeq),
      arrivals.map(({ position }) => position),
    ],
  );
}

/** A content belongs to the first of the deliveries that still bring it; without one it is gone. */
async function raiseVersions(client: PoolClient, arrivals: FormerArrival[]): Promise<string[]> {
  const hashes = [
    arrivals.map(({ recordingId }) => recordingId),
    arrivals.map(({ contentHash }) => Buffer.from(contentHash, "hex")),
  ];
  const named = await client.query<{ customer_id: string }>(
    `SELECT DISTINCT customer_id FROM recording_version
     JOIN unnest($1::text[], $2::bytea[]) AS withdrawn (id, hash)
       ON recording_id = withdrawn.id AND content_hash = withdrawn.hash`,
    hashes,
  );
  await client.query(
    `WITH first_coming AS (
       SELECT withdrawn.id, withdrawn.hash, arrival.* FROM (
         SELECT DISTINCT id, hash FROM unnest($1::text[], $2::bytea[]) AS withdrawn (id, hash)
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
     WHERE version.recording_id = id AND content_hash = hash AND accepted_seq IS NULL`,
    hashes,
  );
  return named.rows.map((row) => row.customer_id);
}
