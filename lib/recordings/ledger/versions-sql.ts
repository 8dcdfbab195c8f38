import "server-only";
import { type Transaction, toList } from "@/lib/platform/database/transaction";
import { isLedgerLean } from "@/lib/settings/ledger-terms-sql";
import { Prisma } from "@/prisma/client/client";
import { type CallRecord, callRecordSchema, type StoredContent } from "../record/call-record";
import type { HashedArrival } from "./resolve-versions";

/**
 * Whether an arrival has a say in what its recording is. Of those that an older Earshot judged,
 * which knew no retries, it is those that it didn't leave out.
 */
export const countsSql = "coalesce(NOT is_retry, outcome <> 'superseded')";

/** What the row of a recording says, as a record. */
const rowContentSql = `
  jsonb_build_object('id', recording.id, 'minutesUsed', minutes_used, 'callSid', call_sid,
    'recordingAttachment', recording_attachment, 'campaign', campaign,
    'hasTranscript', has_transcript, 'summary', summary,
    'createdAt', CASE WHEN NOT problems @> '[{"path": "created_at"}]' THEN
      rtrim(rtrim(to_char(created_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US'), '0'), '.')
      || 'Z' END,
    'status', status, 'rosterAttachment', roster_attachment, 'customerId', recording.customer_id,
    'customerFirstName', customer_first_name, 'customerLastName', customer_last_name,
    'customerPhoneNumber', customer_phone_number, 'customerGender', customer_gender,
    'customerEmail', customer_email, 'customerType', customer_type,
    'customerIsConfirmed', customer_is_confirmed,
    'customerIsPhoneNumberCorrect', customer_is_phone_number_correct,
    'extra', extra::text, 'problems', problems)`;

/** As it is stored, mostly compressed. What is larger isn't shown, nor even measured. */
const mostShownBytes = 131_072;

/** Every content of recordings, as pages read them; `content` is null where it is too large for one. */
export const versionsSql = `(
  SELECT recording_id, content_hash, first_seq,
    CASE WHEN pg_column_size(content) <= ${mostShownBytes} THEN content END AS content
  FROM recording_version
  UNION ALL
  SELECT recording.id, content_hash, content_seq,
    CASE WHEN pg_column_size(extra) + pg_column_size(summary) <= ${mostShownBytes}
         THEN ${rowContentSql} END
  FROM recording WHERE content_seq IS NOT NULL)`;

/** When every content of recordings came first, and by which delivery, where an arrival doesn't tell. */
export const firstComingsSql = `(
  SELECT recording_id, content_hash, first_seq, delivery_id, accepted_at FROM recording_version
  UNION ALL
  SELECT id, content_hash, content_seq, NULL, NULL FROM recording WHERE content_seq IS NOT NULL)`;

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
  const isLean = await isLedgerLean(client);
  await client.$executeRaw`
    UPDATE recording SET content_seq = NULL
    WHERE id = ANY(${toList(ids)}::text[]) AND (content_seq IS NOT NULL OR ${!isLean})`;
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
