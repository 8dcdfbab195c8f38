import "server-only";
import type { PoolClient } from "pg";
import { type CallRecord, callRecordSchema } from "../call-record";
import type { ArrivedRecord } from "./arrived-record";
import type { HashedArrival } from "./judge-arrivals";
import { countsSql } from "./known-ledger";

/** Adds contents, or notes that they came by a lower sequence than was known. One of each at most. */
export async function writeVersions(client: PoolClient, versions: HashedArrival[]): Promise<void> {
  if (versions.length === 0) return;
  await client.query(
    `INSERT INTO recording_version
       (recording_id, content_hash, first_seq, delivery_id, accepted_at, customer_id, content)
     SELECT * FROM unnest($1::text[], $2::bytea[], $3::bigint[], $4::uuid[], $5::timestamptz[],
                          $6::text[], $7::jsonb[])
     ON CONFLICT (recording_id, content_hash) DO UPDATE SET
       first_seq = excluded.first_seq,
       delivery_id = excluded.delivery_id,
       accepted_at = excluded.accepted_at,
       content = excluded.content
     WHERE recording_version.first_seq > excluded.first_seq`,
    [
      versions.map(({ record }) => record.id),
      versions.map(({ contentHash }) => Buffer.from(contentHash, "hex")),
      versions.map(({ acceptedSeq }) => acceptedSeq),
      versions.map(({ deliveryId }) => deliveryId),
      versions.map(({ acceptedAt }) => acceptedAt),
      versions.map(({ record }) => record.customerId),
      versions.map(({ record }) => JSON.stringify(record)),
    ],
  );
}

/** What these contents hold, by hash. */
export async function readContents(
  client: PoolClient,
  wanted: { id: string; contentHash: string }[],
): Promise<Map<string, CallRecord>> {
  if (wanted.length === 0) return new Map();
  const { rows } = await client.query<{ hash: string; content: unknown }>(
    `SELECT encode(content_hash, 'hex') AS hash, content FROM recording_version
     JOIN unnest($1::text[], $2::bytea[]) AS wanted (id, hash)
       ON recording_id = wanted.id AND content_hash = wanted.hash`,
    [wanted.map(({ id }) => id), wanted.map(({ contentHash }) => Buffer.from(contentHash, "hex"))],
  );
  return new Map(rows.map(({ hash, content }) => [hash, callRecordSchema.parse(content)]));
}

/** A mention of a customer: what the newest arrival says that counts and names them. */
export type Mention = Pick<ArrivedRecord, "record" | "acceptedSeq" | "position" | "acceptedAt">;

/**
 * The newest of each of these customers. Arrivals that an older Earshot noted don't tell whom they
 * name; of those it is the first coming of the newest content.
 */
export async function readNewestMentions(
  client: PoolClient,
  customerIds: string[],
): Promise<Mention[]> {
  const { rows } = await client.query<MentionRow>(
    `SELECT newest.seq, newest.position, newest.accepted_at, version.content
     FROM unnest($1::text[]) AS wanted (id)
     LEFT JOIN LATERAL (
       SELECT recording_id, accepted_seq, position, accepted_at, content_hash
       FROM recording_delivery WHERE customer_id = wanted.id AND ${countsSql}
       ORDER BY accepted_seq DESC, position DESC LIMIT 1
     ) AS noted ON true
     LEFT JOIN LATERAL (
       SELECT version.recording_id, first_seq, accepted_at, content_hash
       FROM recording_version AS version
       WHERE customer_id = wanted.id AND first_seq > coalesce(noted.accepted_seq, -1)
         AND NOT EXISTS (SELECT FROM recording_delivery AS arrival
                         WHERE arrival.recording_id = version.recording_id
                           AND arrival.accepted_seq = version.first_seq AND is_retry IS NOT NULL)
       ORDER BY first_seq DESC, content_hash DESC LIMIT 1
     ) AS older ON true
     CROSS JOIN LATERAL (
       SELECT coalesce(older.recording_id, noted.recording_id) AS recording_id,
         coalesce(older.first_seq, noted.accepted_seq) AS seq,
         CASE WHEN older.first_seq IS NULL THEN noted.position ELSE 0 END AS position,
         coalesce(older.accepted_at, noted.accepted_at) AS accepted_at,
         coalesce(older.content_hash, noted.content_hash) AS hash
     ) AS newest
     JOIN recording_version AS version
       ON version.recording_id = newest.recording_id AND version.content_hash = newest.hash`,
    [customerIds],
  );
  return rows.map((row) => ({
    record: callRecordSchema.parse(row.content),
    acceptedSeq: BigInt(row.seq),
    position: row.position,
    acceptedAt: row.accepted_at,
  }));
}

type MentionRow = { seq: string; position: number; accepted_at: Date; content: unknown };
