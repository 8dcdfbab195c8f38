import "server-only";
import {
  copyRows,
  type Database,
  type Transaction,
  toList,
} from "@/lib/platform/database/transaction";
import { Prisma } from "@/prisma/client/client";
import type { CallRecord, Place } from "../record/call-record";
import { toDigits, toSearchText, toSigns, unreadSign } from "../record/search-text";
import type { KnownRecording, Start } from "./resolve-versions";
import { type RowOf, updateRows } from "./rows-sql";

type Noted = {
  /** The first of what came for each recording. */
  firsts: ReadonlyMap<string, FirstArrival>;
  newest: ReadonlyMap<string, Place>;
  /** The recordings as they were before it. */
  before: ReadonlyMap<string, KnownRecording>;
  /** Those whose rows were written for it. */
  written: ReadonlySet<string>;
  isLean: boolean;
};

/**
 * Notes what is told of recordings by arrivals that didn't write their rows: those that are older than
 * all that came before, and in the former form all.
 */
export async function noteFirsts(
  client: Transaction,
  { firsts, newest, before, written, isLean }: Noted,
): Promise<void> {
  // Sorted, so that two batches never wait for each other in a circle.
  const unwritten = [...before]
    .filter(([id]) => firsts.has(id) && !written.has(id))
    .sort(([one], [other]) => (one < other ? -1 : 1));
  const told = unwritten.flatMap(([id, state]) => {
    const first = firsts.get(id);
    return first && (!isLean || first.firstSeq < state.firstSeq) ? [{ id, ...first }] : [];
  });
  if (told.length === 0) return;
  await client.$executeRaw`
    UPDATE recording SET
      first_seq = least(recording.first_seq, arrived.first_seq),
      received_at = least(recording.received_at, arrived.received_at),
      newest_seq = coalesce(arrived.newest_seq, recording.newest_seq),
      newest_position = coalesce(arrived.newest_position, recording.newest_position)
    FROM unnest(${toList(told.map(({ id }) => id))}::text[],
        ${toList(told.map(({ firstSeq }) => firstSeq))}::bigint[],
        ${toList(told.map(({ receivedAt }) => receivedAt))}::timestamptz[],
        ${toList(told.map(({ id }) => newest.get(id)?.acceptedSeq ?? null))}::bigint[],
        ${toList(told.map(({ id }) => newest.get(id)?.position ?? null))}::int[])
      AS arrived (id, first_seq, received_at, newest_seq, newest_position)
    WHERE recording.id = arrived.id`;
}

/**
 * Which arrival of each of these recordings is the newest that counts. Whoever changes something of a
 * recording that was there already writes this first: of two who don't see each other, one fails and
 * tries again.
 */
export async function noteNewest(
  client: Transaction,
  newest: ReadonlyMap<string, Place>,
): Promise<void> {
  if (newest.size === 0) return;
  // Sorted, so that two batches never wait for each other in a circle.
  const ids = [...newest.keys()].sort();
  const places = ids.flatMap((id) => newest.get(id) ?? []);
  await client.$executeRaw`
    INSERT INTO recording_newest (recording_id, accepted_seq, position)
    SELECT * FROM unnest(${toList(ids)}::text[],
        ${toList(places.map(({ acceptedSeq }) => acceptedSeq))}::bigint[],
        ${toList(places.map(({ position }) => position))}::int[])
    ON CONFLICT (recording_id) DO UPDATE SET
      accepted_seq = excluded.accepted_seq, position = excluded.position`;
}

/** The same for those whose newest is found out afterwards. */
export async function claimRecordings(client: Transaction, ids: string[]): Promise<void> {
  await client.$executeRaw`
    INSERT INTO recording_newest (recording_id, accepted_seq, position)
    SELECT id, coalesce(newest_seq, accepted_seq), coalesce(newest_position, accepted_position)
    FROM recording WHERE id = ANY(${toList(ids)}::text[]) ORDER BY id
    ON CONFLICT (recording_id) DO UPDATE SET position = recording_newest.position`;
}

/** Puts recordings of which nothing tells behind whatever comes next. */
export async function leaveBehind(client: Transaction, ids: string[]): Promise<void> {
  await client.$executeRaw`
    UPDATE recording SET accepted_seq = -1, newest_seq = -1 WHERE id = ANY(${toList(ids)}::text[])`;
  await noteNone(client, ids);
}

/** It names none and stays: whoever began to store one of these before, and notes it afterwards, fails (40001). */
async function noteNone(client: Transaction, ids: string[]): Promise<void> {
  await client.$executeRaw`
    UPDATE recording_newest SET accepted_seq = -1 WHERE recording_id = ANY(${toList(ids)}::text[])`;
}

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

export function toRecordingRow(
  { record, contentHash, contentSeq, start, newest }: CurrentRecording,
  first: FirstArrival | undefined,
  isLean: boolean,
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
    // While the version before may write another text to a row, nobody says that its signs are read.
    signs: toList(isLean ? toSigns(searchText) : [unreadSign]),
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

/** Adds rows of recordings that aren't there. Whoever adds one of them meanwhile makes it fail (40001). */
export async function addRecordings(client: Transaction, rows: RecordingRow[]): Promise<void> {
  // As much as it takes to sort all that waits into the index of all choices at once: in several goes, the
  // log would tell the same pages several times.
  await client.$executeRaw`SET LOCAL work_mem = '32MB'`;
  await copyRows(client, "recording", rows);
}

/**
 * Writes rows of recordings that are there, where `condition` says so. Whoever changes or removes one of
 * those meanwhile makes it fail (40001).
 * @returns the ids of what was written
 */
export async function updateRecordings(
  client: Transaction,
  rows: RecordingRow[],
  condition: string,
): Promise<string[]> {
  return updateRows(client, "recording", rows, { columns, combined, condition });
}

type RecordingRow = RowOf<typeof columns>;

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
  // Lists within a list would all have to be of one length, so each is given as a text.
  ["signs", "text", "given.signs::text[]"],
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

/** All but these is the newer content's. */
const combined = {
  first_seq: "least(kept.first_seq, given.first_seq)",
  received_at: "least(kept.received_at, given.received_at)",
};
export const ifOlder =
  "(kept.accepted_seq, kept.accepted_position) < (given.newest_seq, given.newest_position)";
/** What is worded otherwise has the same hash, and shows in what the interface doesn't name, or in problems. */
const comparedColumns = [
  "accepted_seq",
  "accepted_position",
  "newest_seq",
  "newest_position",
  "content_hash",
  "changed_at",
  "extra::text",
  "problems::text",
];
export const ifOtherwise = `
  (${comparedColumns.map((name) => `kept.${name}`).join(", ")}) IS DISTINCT FROM
  (${comparedColumns.map((name) => `given.${name}`).join(", ")})`;

/** Deletes recordings that were claimed, and all that is kept of them alone, but for a row that names none. */
export async function deleteRecordings(client: Transaction, ids: string[]): Promise<void> {
  await noteNone(client, ids);
  for (const table of [
    "recording_version",
    "recording_delivery",
    "call_mark",
    "heard",
    "listen",
    "audit_entry",
  ]) {
    await client.$executeRaw`
      DELETE FROM ${Prisma.raw(table)} WHERE recording_id = ANY(${toList(ids)}::text[])`;
  }
  await client.$executeRaw`DELETE FROM recording WHERE id = ANY(${toList(ids)}::text[])`;
}

/** Calls behind an id, locked but for what others lock, with their text where no signs of it are kept. */
export async function lockUnread(client: Transaction, after: string, most: number) {
  return client.$queryRaw<{ id: string; text: string | null }[]>`
    SELECT id, CASE WHEN signs = ARRAY[${unreadSign}] THEN search_text END AS text
    FROM recording WHERE id > ${after} ORDER BY id LIMIT ${most} FOR NO KEY UPDATE SKIP LOCKED`;
}

export async function writeSigns(
  client: Transaction,
  told: { id: string; signs: string[] }[],
): Promise<void> {
  await client.$executeRaw`
    UPDATE recording SET signs = string_to_array(told.signs, E'\\n')
    FROM unnest(
      ${toList(told.map(({ id }) => id))}::text[],
      ${toList(told.map(({ signs }) => signs.join("\n")))}::text[]) AS told (id, signs) WHERE recording.id = told.id`;
}

/** The tables whose words and choices an index has. */
const searched = Prisma.sql`(
  'recording'::regclass, 'customer'::regclass, 'transcript_search'::regclass)`;

/** How many rows were written that these indexes were told of; a database that ended badly counts anew. */
export async function countWritten(client: Database): Promise<number> {
  const [row] = await client.$queryRaw<{ written: number }[]>`
    SELECT coalesce(sum(n_tup_ins + n_tup_upd - n_tup_hot_upd), 0)::float8 AS written
    FROM pg_stat_user_tables WHERE relid IN ${searched}`;
  return row?.written ?? 0;
}

/** Puts what was written lately where searches find it at once. */
export async function mergePending(client: Database): Promise<void> {
  await client.$queryRaw`
    SELECT merge_pending(coalesce(array_agg(indexrelid::regclass), '{}'))::float8 FROM pg_index
      JOIN pg_class AS index ON index.oid = indexrelid AND index.relkind = 'i'
      JOIN pg_am ON pg_am.oid = relam AND amname = 'gin'
    WHERE indisvalid AND indrelid IN ${searched}`;
}
