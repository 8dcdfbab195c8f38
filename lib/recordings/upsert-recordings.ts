import "server-only";
import type { PoolClient } from "pg";
import type { HashedArrival } from "./judge-arrivals";
import { toDigits, toSearchText } from "./search-text";

/** Writes recordings, each only if its sequence is above the stored one. At most one row an id. */
export async function upsertRecordings(
  client: PoolClient,
  arrivals: HashedArrival[],
): Promise<void> {
  if (arrivals.length === 0) return;
  const rows = arrivals.map(toRecordingRow);
  const parameters = columns.map(([name]) => rows.map((row) => row[name]));
  await client.query(upsertStatement, parameters);
}

function toRecordingRow(arrived: HashedArrival): RecordingRow {
  const { record } = arrived;
  return {
    id: record.id,
    minutes_used: record.minutesUsed,
    call_sid: record.callSid,
    recording_attachment: record.recordingAttachment,
    campaign: record.campaign,
    has_transcript: record.hasTranscript,
    summary: record.summary,
    created_at: record.createdAt,
    status: record.status,
    roster_attachment: record.rosterAttachment,
    customer_id: record.customerId,
    customer_first_name: record.customerFirstName,
    customer_last_name: record.customerLastName,
    customer_phone_number: record.customerPhoneNumber,
    customer_gender: record.customerGender,
    customer_email: record.customerEmail,
    customer_type: record.customerType,
    customer_is_confirmed: record.customerIsConfirmed,
    customer_is_phone_number_correct: record.customerIsPhoneNumberCorrect,
    extra: record.extra,
    search_text: toSearchText(record),
    phone_digits: toDigits(record.customerPhoneNumber),
    accepted_seq: arrived.acceptedSeq,
    first_seq: arrived.acceptedSeq,
    content_hash: Buffer.from(arrived.contentHash, "hex"),
    received_at: arrived.acceptedAt,
    changed_at: arrived.acceptedAt,
  };
}

type RecordingRow = Record<(typeof columns)[number][0], unknown>;

const columns = [
  ["id", "text"],
  ["minutes_used", "int"],
  ["call_sid", "text"],
  ["recording_attachment", "text"],
  ["campaign", "text"],
  ["has_transcript", "boolean"],
  ["summary", "text"],
  ["created_at", "timestamptz"],
  ["status", "text"],
  ["roster_attachment", "text"],
  ["customer_id", "text"],
  ["customer_first_name", "text"],
  ["customer_last_name", "text"],
  ["customer_phone_number", "text"],
  ["customer_gender", "text"],
  ["customer_email", "text"],
  ["customer_type", "text"],
  ["customer_is_confirmed", "boolean"],
  ["customer_is_phone_number_correct", "boolean"],
  ["extra", "jsonb"],
  ["search_text", "text"],
  ["phone_digits", "text"],
  ["accepted_seq", "bigint"],
  ["first_seq", "bigint"],
  ["content_hash", "bytea"],
  ["received_at", "timestamptz"],
  ["changed_at", "timestamptz"],
] as const;

const keptFromTheFirst = new Set(["id", "first_seq", "received_at"]);
const names = columns.map(([name]) => name);
const upsertStatement = `
  INSERT INTO recording (${names.join(", ")})
  SELECT * FROM unnest(${columns.map(([, type], index) => `$${index + 1}::${type}[]`).join(", ")})
  ON CONFLICT (id) DO UPDATE SET
    ${names
      .filter((name) => !keptFromTheFirst.has(name))
      .map((name) => `${name} = excluded.${name}`)
      .join(", ")}
  WHERE recording.accepted_seq < excluded.accepted_seq`;
