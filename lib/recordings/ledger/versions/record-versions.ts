import "server-only";
import { type Transaction, toList } from "@/lib/platform/database/transaction";
import { Prisma } from "@/prisma/client/client";
import { type CallRecord, callRecordSchema } from "../../record/call-record";
import type { ArrivedRecord } from "./arrived-record";
import type { StoredContent } from "./hash-record";
import { countsSql, isLeanSql, rowContentSql } from "./ledger-form";
import type { HashedArrival } from "./resolve-versions";

/** Adds contents, or notes that they came by a lower sequence than was known. One of each at most. */
export async function writeVersions(client: Transaction, versions: HashedArrival[]): Promise<void> {
  if (versions.length === 0) return;
  await client.$executeRaw`
    INSERT INTO recording_version
      (recording_id, content_hash, first_seq, delivery_id, accepted_at, customer_id, content)
    SELECT * FROM unnest(
        ${toList(versions.map(({ record }) => record.id))}::text[],
        ${toList(versions.map(({ contentHash }) => Buffer.from(contentHash, "hex")))}::bytea[],
        ${toList(versions.map(({ acceptedSeq }) => acceptedSeq))}::bigint[],
        ${toList(versions.map(({ deliveryId }) => deliveryId))}::uuid[],
        ${toList(versions.map(({ acceptedAt }) => acceptedAt))}::timestamptz[],
        ${toList(versions.map(({ record }) => record.customerId))}::text[],
        ${toList(versions.map(({ record }) => JSON.stringify(record)))}::jsonb[])
    ON CONFLICT (recording_id, content_hash) DO UPDATE SET
      first_seq = excluded.first_seq,
      delivery_id = excluded.delivery_id,
      accepted_at = excluded.accepted_at,
      content = excluded.content
    WHERE recording_version.first_seq > excluded.first_seq`;
}

/** Writes out what these recordings say, before it is written over. */
export async function writeOutCurrent(client: Transaction, ids: string[]): Promise<void> {
  if (ids.length === 0) return;
  await client.$executeRaw`
    INSERT INTO recording_version
      (recording_id, content_hash, first_seq, delivery_id, accepted_at, customer_id, content)
    SELECT recording.id, recording.content_hash, content_seq, arrival.delivery_id,
      arrival.accepted_at, recording.customer_id, ${Prisma.raw(rowContentSql)}
    FROM recording JOIN recording_delivery AS arrival ON arrival.recording_id = recording.id
      AND arrival.accepted_seq = content_seq AND arrival.content_hash = recording.content_hash
    WHERE recording.id = ANY(${toList(ids)}::text[])
    ON CONFLICT DO NOTHING`;
}

/**
 * The same for good: whatever becomes of their arrivals, the rows hold no content of their own. Where
 * the former form is still written, each row is, for that writer to see it.
 */
export async function moveOutCurrent(client: Transaction, ids: string[]): Promise<void> {
  await writeOutCurrent(client, ids);
  await client.$executeRaw`
    UPDATE recording SET content_seq = NULL
    WHERE id = ANY(${toList(ids)}::text[]) AND (
      content_seq IS NOT NULL OR NOT ${Prisma.raw(isLeanSql)})`;
}

/** What these contents hold, as they were understood then; by id and hash. */
export async function readStoredContents(
  client: Transaction,
  wanted: { id: string; hash: string }[],
): Promise<Map<string, StoredContent>> {
  if (wanted.length === 0) return new Map();
  const rows = await client.$queryRaw<{ id: string; hash: string; content: StoredContent }[]>`
    WITH wanted AS (SELECT DISTINCT * FROM unnest(
        ${toList(wanted.map(({ id }) => id))}::text[],
        ${toList(wanted.map(({ hash }) => Buffer.from(hash, "hex")))}::bytea[]) AS wanted (id, hash))
    SELECT wanted.id, encode(hash, 'hex') AS hash, content
    FROM wanted JOIN recording_version ON recording_id = wanted.id AND content_hash = hash
    UNION ALL
    SELECT wanted.id, encode(hash, 'hex'), ${Prisma.raw(rowContentSql)}
    FROM wanted JOIN recording ON recording.id = wanted.id AND content_hash = hash
      AND content_seq IS NOT NULL`;
  return new Map(rows.map(({ id, hash, content }) => [`${id} ${hash}`, content]));
}

/** What these contents hold, by hash: the id is part of a record, so equal ones are of one recording. */
export async function readContents(
  client: Transaction,
  wanted: { id: string; contentHash: string }[],
): Promise<Map<string, CallRecord>> {
  const contents = await readStoredContents(
    client,
    wanted.map(({ id, contentHash: hash }) => ({ id, hash })),
  );
  return new Map(
    wanted.flatMap(({ id, contentHash }) => {
      const content = contents.get(`${id} ${contentHash}`);
      return content ? [[contentHash, callRecordSchema.parse(content)] as const] : [];
    }),
  );
}

/** A mention of a customer: what the newest arrival says that counts and names them. */
export type Mention = Pick<ArrivedRecord, "record" | "acceptedSeq" | "position" | "acceptedAt">;

/**
 * The newest of each of these customers. Arrivals that an older Earshot noted don't tell whom they
 * name; of those it is the first coming of the newest content.
 */
export async function readNewestMentions(
  client: Transaction,
  customerIds: string[],
): Promise<Mention[]> {
  const rows = await client.$queryRaw<MentionRow[]>`
    SELECT newest.id, newest.hash, newest.seq, newest.position, newest.accepted_at
    FROM unnest(${toList(customerIds)}::text[]) AS wanted (id)
    LEFT JOIN LATERAL (
      SELECT recording_id, accepted_seq, position, accepted_at, content_hash
      FROM recording_delivery WHERE customer_id = wanted.id AND ${Prisma.raw(countsSql)}
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
      SELECT coalesce(older.recording_id, noted.recording_id) AS id,
        coalesce(older.first_seq, noted.accepted_seq) AS seq,
        CASE WHEN older.first_seq IS NULL THEN noted.position ELSE 0 END AS position,
        coalesce(older.accepted_at, noted.accepted_at) AS accepted_at,
        encode(coalesce(older.content_hash, noted.content_hash), 'hex') AS hash
    ) AS newest WHERE newest.id IS NOT NULL`;
  const contents = await readContents(
    client,
    rows.map(({ id, hash: contentHash }) => ({ id, contentHash })),
  );
  return rows.flatMap((row) => {
    const record = contents.get(row.hash);
    if (!record) return [];
    const { position, accepted_at: acceptedAt } = row;
    return [{ record, acceptedSeq: row.seq, position, acceptedAt }];
  });
}

type MentionRow = { id: string; hash: string; seq: bigint; position: number; accepted_at: Date };
