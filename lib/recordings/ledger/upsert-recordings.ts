import "server-only";
import type { PoolClient } from "pg";
import { toDigits, toSearchText } from "../search-text";
import type { HashedArrival } from "./judge-arrivals";

/** What came for one recording: how many arrivals, and the first of them. */
export type ArrivalTally = { count: number; firstSeq: bigint; receivedAt: Date };

/**
 * Writes recordings, each only if its sequence is above the stored one, or its hash where a delivery
 * has several contents of one, and counts what came for
 * those in the same stroke: a second one would write every index once more. At most one row an id.
 * @returns the ids that were written
 */
export async function upsertRecordings(
  client: PoolClient,
  arrivals: HashedArrival[],
  tallies: ReadonlyMap<string, ArrivalTally> = new Map(),
): Promise<string[]> {
  if (arrivals.length === 0) return [];
  const rows = arrivals.map((arrived) => toRecordingRow(arrived, tallies.get(arrived.record.id)));
  const parameters = columns.map(([name]) => rows.map((row) => row[name]));
  const written = await client.query<{ id: string }>(upsertStatement, parameters);
  return written.rows.map(({ id }) => id);
}

function toRecordingRow(arrived: HashedArrival, tally: ArrivalTally | undefined): RecordingRow {
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
    first_seq: tally?.firstSeq ?? arrived.acceptedSeq,
    content_hash: Buffer.from(arrived.contentHash, "hex"),
    delivery_count: tally?.count ?? 0,
    received_at: tally?.receivedAt ?? arrived.acceptedAt,
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
  ["delivery_count", "int"],
  ["received_at", "timestamptz"],
  ["changed_at", "timestamptz"],
] as const;

/** Everything else is the newer content's. */
const combined: Partial<Record<keyof RecordingRow, string>> = {
  first_seq: "least(recording.first_seq, excluded.first_seq)",
  received_at: "least(recording.received_at, excluded.received_at)",
  delivery_count: "recording.delivery_count + excluded.delivery_count",
};
const names = columns.map(([name]) => name);
const upsertStatement = `
  INSERT INTO recording (${names.join(", ")})
  SELECT * FROM unnest(${columns.map(([, type], index) => `$${index + 1}::${type}[]`).join(", ")})
  ON CONFLICT (id) DO UPDATE SET
    ${names
      .filter((name) => name !== "id")
      .map((name) => `${name} = ${combined[name] ?? `excluded.${name}`}`)
      .join(", ")}
  WHERE recording.accepted_seq < excluded.accepted_seq
    OR recording.accepted_seq = excluded.accepted_seq AND recording.content_hash < excluded.content_hash
  RETURNING id`;
