import "server-only";
import { cutSql, mostCharacters } from "@/lib/list/list-sql";
import { db } from "@/lib/platform/database/db";
import { toList } from "@/lib/platform/database/transaction";
import { Prisma } from "@/prisma/client/client";
import { isByInstant, type RecordingSort } from "../filter/filter";
import { overlapSeq, seqsPerMs } from "../record/call-record";
import { minutesKey, orderOf, valueColumns } from "../sql/where";
import type { RecordingRowView } from "../views/views";

/** A line of the list without its marks, and what it is sorted by. */
export type ListedRow = Omit<
  RecordingRowView,
  "createdAt" | "receivedAt" | "changedAt" | "searchedSummary" | "spoken" | "audio" | "isProtected"
> & {
  createdMicros: bigint;
  changedMicros: bigint;
  receivedAt: Date;
  changedAt: Date;
  /** Null: nothing is looked for in it, or it is a long one. */
  searchedSummary: string | null;
};

const summaryLength = 240;
const rowColumns = Prisma.sql`
  id, status, campaign, minutes_used AS "minutesUsed", has_transcript AS "hasTranscript",
  left(summary, ${summaryLength}::int) AS "summaryBeginning", customer_id AS "customerId",
  ${cutSql("customer_first_name", mostCharacters.name)} || ' ' ||
    ${cutSql("customer_last_name", mostCharacters.name)} AS "customerName",
  customer_phone_number AS "phoneNumber",
  customer_is_phone_number_correct AS "isPhoneNumberCorrect",
  ${cutSql("customer_email", mostCharacters.address)} AS email, customer_type AS type,
  customer_gender AS gender, customer_is_confirmed AS "isConfirmed",
  ${cutSql("call_sid", mostCharacters.address)} AS "callSid", received_at AS "receivedAt",
  changed_at AS "changedAt",
  CASE WHEN is_incomplete THEN jsonb_array_length(problems) ELSE 0 END AS "problemCount",
  is_incomplete AND problems @> '[{"path": "created_at"}]' AS "isCreatedAtOfArrival",
  recording_attachment <> '' AS "hasAudio",
  (extract(epoch FROM created_at) * 1000000)::bigint AS "createdMicros",
  (extract(epoch FROM changed_at) * 1000000)::bigint AS "changedMicros"`;

/** The columns of a row; with `hasText` also what is searched of a short summary. */
export function buildColumns(hasText: boolean): Prisma.Sql {
  return hasText
    ? Prisma.sql`${rowColumns},
        CASE WHEN octet_length(summary) <= ${shortBytes}::int THEN summary END AS "searchedSummary"`
    : Prisma.sql`${rowColumns}, NULL AS "searchedSummary"`;
}

const shortBytes = 8_000;

export const idColumn = Prisma.sql`id`;

export type KeyRow = { id: string; micros: bigint };

/** The columns of a `KeyRow`, which stands for a call and its place in time. */
export const keyColumns = Prisma.sql`
  id, (extract(epoch FROM created_at) * 1000000)::bigint AS micros`;

export type SearchedSummary = RecordingRowView["searchedSummary"];

export function toRowView(
  { createdMicros, changedMicros: _, ...row }: ListedRow,
  around: SearchedSummary,
  marks: ReadonlyMap<string, string[]>,
): Omit<RecordingRowView, "spoken"> {
  const { searchedSummary: text } = row;
  return {
    ...row,
    createdAt: new Date(Number(createdMicros / 1000n)).toISOString(),
    receivedAt: row.receivedAt.toISOString(),
    changedAt: row.changedAt.toISOString(),
    hasTranscript: marks.get("text")?.includes("kept") || row.hasTranscript,
    searchedSummary: text === null ? around : { text, isMidway: false },
    customerName: row.customerName.trim(),
    audio: marks.get("audio")?.[0] ?? null,
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
    ? Prisma.sql`(extract(epoch FROM ${orderOf(sort).key}) * 1000000)::bigint`
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
