import "server-only";
import { type Listed, type Transaction, toList } from "@/lib/platform/database/transaction";
import { Prisma } from "@/prisma/client/client";
import type { CallRecord } from "../record/call-record";
import { toDigits, toSearchText, toSigns, unreadSign } from "../record/search-text";
import { moveMarks } from "../sql/marks";
import { readCountedCalls, toCountedCall } from "../totals/counted-call";
import { noteChanges } from "../totals/note-changes";
import type { Place } from "./versions/arrived-record";
import { isLeanSql } from "./versions/ledger-form";
import type { Start } from "./versions/resolve-versions";

/** What a recording is, the arrival that made it so, and the newest that says so. */
export type CurrentRecording = {
  record: CallRecord;
  contentHash: string;
  start: Start;
  newest: Place;
  /** The lowest sequence that brought the content, where only this row holds it. */
  contentSeq: bigint | null;
};

/** The first of what came for one recording. */
export type FirstArrival = { firstSeq: bigint; receivedAt: Date };

/**
 * Writes recordings, none over what something newer made of it. At most one row an id.
 * @returns the ids that were written
 */
export async function upsertRecordings(
  client: Transaction,
  recordings: CurrentRecording[],
  { firsts, isThere }: { firsts: ReadonlyMap<string, FirstArrival>; isThere: ReadonlySet<string> },
): Promise<string[]> {
  const known = recordings.filter(({ record }) => isThere.has(record.id));
  return write(client, recordings, { firsts, known, onConflict: ifOlder });
}

/** Writes recordings that are there already, whatever they were. @returns the ids that changed */
export async function reviseRows(
  client: Transaction,
  recordings: CurrentRecording[],
): Promise<string[]> {
  const options = { firsts: new Map(), known: recordings, onConflict: ifOtherwise };
  return write(client, recordings, options);
}

type WriteOptions = {
  firsts: ReadonlyMap<string, FirstArrival>;
  /** Those that were there already. */
  known: CurrentRecording[];
  /** What becomes of those, in SQL. */
  onConflict: string;
};

async function write(
  client: Transaction,
  recordings: CurrentRecording[],
  { firsts, known, onConflict }: WriteOptions,
): Promise<string[]> {
  if (recordings.length === 0) return [];
  // Sorted, as everything is that locks rows.
  const rows = recordings
    .toSorted((one, other) => (one.record.id < other.record.id ? -1 : 1))
    .map((recording) => toRecordingRow(recording, firsts.get(recording.record.id)));
  // As they are on this snapshot: whoever changed them since makes the writing fail (40001).
  const before = await readCountedCalls(
    client,
    known.map(({ record }) => record.id),
  );
  const lists = columns.map(([name, type]) => {
    return Prisma.sql`${toList(rows.map((row) => row[name]))}::${Prisma.raw(type)}[]`;
  });
  const told = await client.$queryRaw<{ id: string }[]>`
    INSERT INTO recording (${Prisma.raw(names.join(", "))})
    SELECT ${Prisma.raw(names.map((name) => read[name] ?? name).join(", "))}
    FROM unnest(${Prisma.join(lists)}) AS given (${Prisma.raw(names.join(", "))})
    ${Prisma.raw(onConflict)} RETURNING id`;
  const written = new Set(told.map(({ id }) => id));
  const changed = recordings.flatMap(({ record, start }) => {
    if (!written.has(record.id)) return [];
    return [{ before: before.get(record.id), after: toCountedCall(record, start.acceptedAt) }];
  });
  await noteChanges(client, changed);
  await moveMarks(
    client,
    changed.flatMap(({ before, after }) =>
      before && before.micros !== after.micros ? [after.id] : [],
    ),
  );
  return [...written];
}

function toRecordingRow(
  { record, contentHash, contentSeq, start, newest }: CurrentRecording,
  first: FirstArrival | undefined,
): RecordingRow {
  const searchText = toSearchText(record);
  return {
    id: record.id,
    minutes_used: record.minutesUsed,
    call_sid: record.callSid,
    recording_attachment: record.recordingAttachment,
    campaign: record.campaign,
    has_transcript: record.hasTranscript,
    summary: record.summary,
    created_at: record.createdAt ?? start.acceptedAt,
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
    problems: JSON.stringify(record.problems),
    is_incomplete: record.problems.length > 0,
    search_text: searchText,
    signs: toSigns(searchText).join("\n"),
    phone_digits: toDigits(record.customerPhoneNumber),
    accepted_seq: start.acceptedSeq,
    accepted_position: start.position,
    newest_seq: newest.acceptedSeq,
    newest_position: newest.position,
    first_seq: first?.firstSeq ?? start.acceptedSeq,
    content_hash: Buffer.from(contentHash, "hex"),
    content_seq: contentSeq,
    received_at: first?.receivedAt ?? start.acceptedAt,
    changed_at: start.acceptedAt,
  };
}

type RecordingRow = Record<(typeof columns)[number][0], Listed>;

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
  ["problems", "jsonb"],
  ["is_incomplete", "boolean"],
  ["search_text", "text"],
  ["signs", "text"],
  ["phone_digits", "text"],
  ["accepted_seq", "bigint"],
  ["accepted_position", "int"],
  ["newest_seq", "bigint"],
  ["newest_position", "int"],
  ["first_seq", "bigint"],
  ["content_hash", "bytea"],
  ["content_seq", "bigint"],
  ["received_at", "timestamptz"],
  ["changed_at", "timestamptz"],
] as const;

/** Everything else is the newer content's. */
const combined: Partial<Record<keyof RecordingRow, string>> = {
  first_seq: "least(recording.first_seq, excluded.first_seq)",
  received_at: "least(recording.received_at, excluded.received_at)",
};
/**
 * Lists within a list would all have to be of one length. No sign is a line's end. While the version
 * before may write another text to a row, nobody says that its signs are read.
 */
const read: Partial<Record<keyof RecordingRow, string>> = {
  signs: `CASE WHEN ${isLeanSql} THEN string_to_array(signs, E'\\n') ELSE ARRAY['${unreadSign}'] END`,
};
const names = columns.map(([name]) => name);
const overwriteSql = `ON CONFLICT (id) DO UPDATE SET
  ${names
    .filter((name) => name !== "id")
    .map((name) => `${name} = ${combined[name] ?? `excluded.${name}`}`)
    .join(", ")}`;
const ifOlder = `${overwriteSql}
  WHERE (recording.accepted_seq, recording.accepted_position)
      < (excluded.newest_seq, excluded.newest_position)`;
/** What is worded otherwise has the same hash, and shows in what the interface doesn't name, or in problems. */
const told = [
  ...["accepted_seq", "accepted_position", "newest_seq", "newest_position"],
  ...["content_hash", "changed_at", "extra::text", "problems::text"],
];
const ifOtherwise = `${overwriteSql}
  WHERE (${told.map((name) => `recording.${name}`).join(", ")}) IS DISTINCT FROM
        (${told.map((name) => `excluded.${name}`).join(", ")})`;
