import "server-only";
import type { Database } from "@/lib/platform/database/transaction";
import { Prisma } from "@/prisma/client/client";

/**
 * Whether nothing writes beside us that knows the former form alone: an upgrade gives the version
 * before an hour, in which all is written as it knows it.
 */
export async function isLedgerLean(client: Database): Promise<boolean> {
  const rows = await client.$queryRaw<
    { is_lean: boolean }[]
  >`SELECT ${Prisma.raw(isLeanSql)} AS is_lean`;
  return rows[0]?.is_lean ?? false;
}

/** The same in SQL. */
export const isLeanSql = "(NOT EXISTS (SELECT FROM ledger_form WHERE lean_from > now()))";

/**
 * Whether an arrival has a say in what its recording is. Of those that an older Earshot judged,
 * which knew no retries, it is those that it didn't leave out.
 */
export const countsSql = "coalesce(NOT is_retry, outcome <> 'superseded')";

/** What the row of a recording says, as a record. */
export const rowContentSql = `
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
