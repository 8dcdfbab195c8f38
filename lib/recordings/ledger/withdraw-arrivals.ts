import "server-only";
import type { PoolClient } from "pg";
import { newestOf, type StoreOutcome } from "./judge-arrivals";
import { readVersionContents, readVersions } from "./record-versions";
import { upsertRecordings } from "./upsert-recordings";

/** What a record of a delivery did to its recording when it was read. */
export type FormerArrival = {
  recordingId: string;
  acceptedSeq: bigint;
  position: number;
  contentHash: string;
  outcome: StoreOutcome;
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
  await forgetArrivals(client, arrivals);
  const customerIds = await raiseVersions(client, arrivals);
  const recordingIds = [...new Set(arrivals.map(({ recordingId }) => recordingId))].sort();
  await rebuildRecordings(client, recordingIds);
  return customerIds;
}

async function forgetArrivals(client: PoolClient, arrivals: FormerArrival[]): Promise<void> {
  await client.query(
    `WITH forgotten AS (
       DELETE FROM recording_delivery AS arrival
       USING unnest($1::text[], $2::bigint[], $3::int[]) AS gone (id, seq, position)
       WHERE arrival.recording_id = gone.id AND arrival.accepted_seq = gone.seq
         AND arrival.position = gone.position
       RETURNING arrival.recording_id
     )
     UPDATE recording SET delivery_count = delivery_count - forgotten.count, accepted_seq = -1
     FROM (SELECT recording_id AS id, count(*)::int AS count FROM forgotten GROUP BY 1) AS forgotten
     WHERE recording.id = forgotten.id`,
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
    `UPDATE recording_version AS version SET
       first_seq = arrival.accepted_seq,
       delivery_id = arrival.delivery_id,
       accepted_at = arrival.accepted_at
     FROM (SELECT DISTINCT ON (recording_id, content_hash)
             recording_id, content_hash, accepted_seq, delivery_id, accepted_at
           FROM recording_delivery
           JOIN unnest($1::text[], $2::bytea[]) AS withdrawn (id, hash)
             ON recording_id = withdrawn.id AND content_hash = withdrawn.hash
           ORDER BY recording_id, content_hash, accepted_seq) AS arrival
     WHERE version.recording_id = arrival.recording_id
       AND version.content_hash = arrival.content_hash`,
    hashes,
  );
  await client.query(
    `DELETE FROM recording_version AS version
     USING unnest($1::text[], $2::bytea[]) AS withdrawn (id, hash)
     WHERE version.recording_id = withdrawn.id AND version.content_hash = withdrawn.hash
       AND NOT EXISTS (SELECT FROM recording_delivery AS arrival
                       WHERE arrival.recording_id = withdrawn.id
                         AND arrival.content_hash = withdrawn.hash)`,
    hashes,
  );
  return named.rows.map((row) => row.customer_id);
}

/** Their sequence is -1 by now, so whatever is the newest of what is left takes the row. */
async function rebuildRecordings(client: PoolClient, ids: string[]): Promise<void> {
  const versions = await readVersions(client, ids);
  const current = [...versions].flatMap(([id, known]) => {
    const newest = newestOf(
      new Map(known.map(({ contentHash, firstSeq }) => [contentHash, firstSeq])),
    );
    return newest ? [{ id, newest }] : [];
  });
  const contents = await readVersionContents(
    client,
    current.map(({ id, newest }) => [id, newest]),
  );
  await upsertRecordings(client, contents);
}
