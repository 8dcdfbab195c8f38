import "server-only";
import { cutSql, mostCharacters } from "@/lib/list/list-sql";
import { db } from "@/lib/platform/database/db";
import { toList } from "@/lib/platform/database/transaction";
import { Prisma } from "@/prisma/client/client";
import { isByInstant, type RecordingSort } from "../filter/filter";
import { overlapSeq, seqsPerMs } from "../record/call-record";
import { minutesKey, orders, valueColumns } from "../sql/where";
import type { RecordingRowView } from "../views/views";

export type ListedRow = {
  id: string;
  status: string;
  campaign: string | null;
  minutes_used: number | null;
  has_transcript: boolean | null;
  summary_beginning: string;
  /** Null: nothing is looked for in it, or it is a long one. */
  searched_summary: string | null;
  customer_id: string;
  customer_first_name: string;
  customer_last_name: string;
  customer_phone_number: string;
  customer_is_phone_number_correct: boolean | null;
  customer_email: string | null;
  customer_type: string | null;
  customer_gender: string;
  customer_is_confirmed: boolean | null;
  call_sid: string;
  created_micros: bigint;
  changed_micros: bigint;
  received_at: Date;
  changed_at: Date;
  problem_count: number;
  is_created_at_of_arrival: boolean;
  has_audio: boolean;
};

const summaryLength = 240;
const rowColumns = Prisma.sql`
  id, status, campaign, minutes_used, has_transcript,
  left(summary, ${summaryLength}::int) AS summary_beginning,
  customer_id, ${cutSql("customer_first_name", mostCharacters.name)} AS customer_first_name,
  ${cutSql("customer_last_name", mostCharacters.name)} AS customer_last_name,
  customer_phone_number, customer_is_phone_number_correct,
  ${cutSql("customer_email", mostCharacters.address)} AS customer_email,
  customer_type, customer_gender, customer_is_confirmed,
  ${cutSql("call_sid", mostCharacters.address)} AS call_sid, received_at, changed_at,
  CASE WHEN is_incomplete THEN jsonb_array_length(problems) ELSE 0 END AS problem_count,
  is_incomplete AND problems @> '[{"path": "created_at"}]' AS is_created_at_of_arrival,
  recording_attachment <> '' AS has_audio,
  (extract(epoch FROM created_at) * 1000000)::bigint AS created_micros,
  (extract(epoch FROM changed_at) * 1000000)::bigint AS changed_micros`;

/** The columns of a row; with `hasText` also what is searched of a short summary. */
export function buildColumns(hasText: boolean): Prisma.Sql {
  return hasText
    ? Prisma.sql`${rowColumns},
        CASE WHEN octet_length(summary) <= ${shortBytes}::int THEN summary END AS searched_summary`
    : Prisma.sql`${rowColumns}, NULL AS searched_summary`;
}

const shortBytes = 8_000;

export const idColumn = Prisma.sql`id`;

export type KeyRow = { id: string; micros: bigint };

/** The columns of a `KeyRow`, which stands for a call and its place in time. */
export const keyColumns = Prisma.sql`
  id, (extract(epoch FROM created_at) * 1000000)::bigint AS micros`;

export type SearchedSummary = RecordingRowView["searchedSummary"];

export function toRowView(
  row: ListedRow,
  around: SearchedSummary,
  marks: ReadonlyMap<string, string[]>,
): Omit<RecordingRowView, "spoken"> {
  return {
    id: row.id,
    createdAt: new Date(Number(row.created_micros / 1000n)).toISOString(),
    status: row.status,
    campaign: row.campaign,
    minutesUsed: row.minutes_used,
    hasTranscript: marks.get("text")?.includes("kept") || row.has_transcript,
    summaryBeginning: row.summary_beginning,
    searchedSummary:
      row.searched_summary === null ? around : { text: row.searched_summary, isMidway: false },
    customerId: row.customer_id,
    customerName: `${row.customer_first_name} ${row.customer_last_name}`.trim(),
    phoneNumber: row.customer_phone_number,
    isPhoneNumberCorrect: row.customer_is_phone_number_correct,
    email: row.customer_email,
    type: row.customer_type,
    gender: row.customer_gender,
    isConfirmed: row.customer_is_confirmed,
    callSid: row.call_sid,
    receivedAt: row.received_at.toISOString(),
    changedAt: row.changed_at.toISOString(),
    problemCount: row.problem_count,
    isCreatedAtOfArrival: row.is_created_at_of_arrival,
    audio: marks.get("audio")?.[0] ?? null,
    hasAudio: row.has_audio,
    isProtected: marks.has("protected"),
  };
}

/** Those of these calls whose content came after a watermark, or shortly before; in no order. */
export function listRows(
  ids: string[],
  watermark: bigint,
  { hasText }: { hasText: boolean },
): Promise<ListedRow[]> {
  return db().$queryRaw<ListedRow[]>`
    SELECT ${buildColumns(hasText)} FROM recording
    WHERE id = ANY(${ids}) AND accepted_seq > ${watermark - overlapSeq}`;
}

/** How many calls came in for the first time after a watermark, under a condition. */
export async function countSince(watermark: bigint, where: Prisma.Sql): Promise<number> {
  // None has changed before it came, and when it changed is in an index.
  const cameAt = new Date(Date.UTC(2020, 0, 1) + Number(watermark / seqsPerMs));
  const [row] = await db().$queryRaw<{ count: number }[]>`
    SELECT count(*)::int AS count FROM recording
    WHERE changed_at >= ${cameAt} AND first_seq > ${watermark} AND ${where}`;
  return row?.count ?? 0;
}

/** The beginnings of these summaries. */
export function listSummaries(
  ids: string[],
  mostCharacters: number,
): Promise<{ id: string; summary: string }[]> {
  return db().$queryRaw`
    SELECT id, left(summary, ${mostCharacters}::int) AS summary FROM recording
    WHERE id = ANY(${ids})`;
}

/** By what a call is sorted; undefined: there is no such call. */
export async function findKey(id: string, sort: RecordingSort): Promise<bigint | undefined> {
  const key = isByInstant(sort)
    ? Prisma.sql`(extract(epoch FROM ${orders[sort].column}) * 1000000)::bigint`
    : minutesKey;
  const [here] = await db().$queryRaw<{ key: bigint }[]>`
    SELECT ${key}::bigint AS key FROM recording WHERE id = ${id}`;
  return here?.key;
}

/** The beginnings of these calls' transcripts, a line for each cue. */
export function listTranscripts(
  ids: readonly string[],
  mostCharacters: number,
): Promise<{ id: string; text: string }[]> {
  return db().$queryRaw`
    SELECT recording_id AS id, left(text, ${mostCharacters}::int) AS text FROM transcript
    WHERE recording_id = ANY(${toList(ids)}::text[]) AND is_current`;
}

/** When these cues of transcripts are said, by call; null: nobody knows. */
export async function readTimes(
  cues: readonly { id: string; index: number }[],
): Promise<Map<string, number | null>> {
  const wanted = cues.map(({ id, index }) => Prisma.sql`(${id}::text, ${index}::int)`);
  const times = await db().$queryRaw<{ id: string; at_ms: number | null }[]>`
    SELECT wanted.id, (cues -> place ->> 'startMs')::int AS at_ms
    FROM (VALUES ${Prisma.join(wanted)}) AS wanted (id, place)
    JOIN transcript ON recording_id = wanted.id AND is_current`;
  return new Map(times.map(({ id, at_ms }) => [id, at_ms]));
}

/**
 * The values that calls have or had, in their order, at most so many: they are known from the keys by which
 * calls are counted. Those of calls from before there were any are among them once these are counted.
 */
export async function listValues(field: "status" | "campaign", most: number): Promise<string[]> {
  const column = valueColumns[field];
  const rows = await db().$queryRaw<{ value: string }[]>`
    SELECT value FROM (
      SELECT ${column} AS value FROM rollup_key UNION SELECT ${column} FROM rollup_change
    ) AS noted WHERE value <> '' ORDER BY value LIMIT ${most}`;
  return rows.map(({ value }) => value);
}

/**
 * Whether the index of words knows letters of all scripts; with the database's locale "C", as the embedded
 * one has it, it knows those of ASCII alone.
 */
export async function knowsAllLetters(): Promise<boolean> {
  const [row] = await db().$queryRaw<{ knows: boolean }[]>`
    SELECT show_trgm('слово') <> '{}' AS knows`;
  return row?.knows ?? false;
}
