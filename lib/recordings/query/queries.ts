import "server-only";
import { cutText, sliceKeysetPage } from "@/lib/list/list-page";
import { cutSql, mostCharacters } from "@/lib/list/list-sql";
import { db } from "@/lib/platform/database/db";
import { Prisma } from "@/prisma/client/client";
import {
  deadAudio,
  isByInstant,
  type RecordingFilter,
  type RecordingQuery,
  type RecordingSort,
  writeCursor,
} from "../filter/filter";
import { findHits, mostSearched, readTerms } from "../record/search-text";
import { readMarks } from "../sql/marks";
import { buildWhere, minutesKey, orders, unknownMinutes, type WhereOptions } from "../sql/where";
import type { NeighboursView, RecordingListView, RecordingRowView } from "../views/views";
import { findRows } from "./find-rows";
import { readSpoken } from "./read-spoken";

/**
 * One page of recordings, by key: its rows in order, and the cursors of its neighbours. Throws once the
 * signal tells that nobody waits any longer.
 */
export async function listRecordings(
  { filter, page }: RecordingQuery,
  options: WhereOptions,
  signal?: AbortSignal,
): Promise<RecordingListView> {
  const found = await findRows<ListedRow>(
    { columns: buildColumns(filter.q), filter, place: page, limit: page.limit + 1 },
    options,
    signal,
  );

  const { rows, hasAfter, hasBefore } = sliceKeysetPage(found, page);
  return {
    rows: await toRowViews(rows, filter.q),
    after: hasAfter ? toCursor(rows.at(-1), page.sort) : null,
    before: hasBefore ? toCursor(rows[0], page.sort) : null,
  };
}

/** The ids of what a filter matches, the newest first, a slice at a time; `after` is where the next begins. */
export async function listRecordingIds(
  { filter, after, limit }: { filter: RecordingFilter; after: string | null; limit: number },
  options: WhereOptions,
): Promise<{ ids: string[]; after: string | null }> {
  const place = { sort: "-created_at", after, before: null } as const;
  const columns = Prisma.sql`id, (extract(epoch FROM created_at) * 1000000)::bigint AS micros`;
  const rows = await findRows<{ id: string; micros: bigint }>(
    { columns, filter, place, limit },
    options,
  );
  const last = rows.length < limit ? undefined : rows.at(-1);
  return {
    ids: rows.map(({ id }) => id),
    after: last ? writeCursor({ key: String(last.micros), id: last.id }) : null,
  };
}

/** These recordings as a list of `q` shows them, if their content came after a mark; in no order. */
export async function listRecordingRows(
  ids: string[],
  sinceSeq: bigint,
  q = "",
): Promise<RecordingRowView[]> {
  const known = ids.filter((id) => !id.includes("\0") && id.isWellFormed());
  const found = await db().$queryRaw<ListedRow[]>`
    SELECT ${buildColumns(q)} FROM recording WHERE id = ANY(${known}) AND accepted_seq > ${sinceSeq}`;
  return toRowViews(found, q);
}

/** How many recordings came in for the first time after a mark, under a filter. */
export async function countNewRecordings(
  filter: RecordingFilter,
  sinceSeq: bigint,
  options: WhereOptions,
): Promise<number> {
  const [row] = await db().$queryRaw<{ count: number }[]>`
    SELECT count(*)::int AS count FROM recording
    WHERE first_seq > ${sinceSeq} AND ${buildWhere(filter, options)}`;
  return row?.count ?? 0;
}

/** The highest sequence that came in; 0 when nothing did. */
export async function getNewestSeq(): Promise<bigint> {
  const [row] = await db().$queryRaw<{ seq: bigint }[]>`
    SELECT coalesce(max(first_seq), 0) AS seq FROM recording`;
  return row?.seq ?? 0n;
}

type ListedRow = {
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

function toCursor(row: ListedRow | undefined, sort: RecordingSort): string | null {
  if (!row) return null;
  const key = isByInstant(sort)
    ? row[sort.endsWith("created_at") ? "created_micros" : "changed_micros"]
    : (row.minutes_used ?? unknownMinutes);
  return writeCursor({ key: String(key), id: row.id });
}

function buildColumns(q: string): Prisma.Sql {
  return hasText(q)
    ? Prisma.sql`${rowColumns},
        CASE WHEN octet_length(summary) <= ${shortBytes}::int THEN summary END AS searched_summary`
    : Prisma.sql`${rowColumns}, NULL AS searched_summary`;
}

function hasText(q: string): boolean {
  return readTerms(q).some(({ text }) => text !== null);
}

async function toRowViews(rows: ListedRow[], q: string): Promise<RecordingRowView[]> {
  const long = hasText(q) ? rows.filter((row) => row.searched_summary === null) : [];
  const [around, marks] = await Promise.all([
    readLongSummaries(long.slice(0, mostLong), q),
    readMarks(rows.map(({ id }) => id)),
  ]);
  const isSaid = ({ id }: ListedRow) => marks.get(id)?.get("text")?.includes("kept") ?? false;
  const said = hasText(q) ? rows.filter(isSaid).map(({ id }) => id) : [];
  const spoken = await readSpoken(said, readTerms(q));
  return rows.map((row) => ({
    ...toRowView(row, around.get(row.id) ?? null, marks.get(row.id) ?? noMarks),
    spoken: spoken.get(row.id) ?? null,
  }));
}

const noMarks: ReadonlyMap<string, string[]> = new Map();

type SearchedSummary = RecordingRowView["searchedSummary"];

const shortBytes = 8_000;
/** So many long summaries of a page are looked through. */
const mostLong = 10;
const aroundLength = 1_000;

/** Of each what stands around the first place where the search finds something. */
async function readLongSummaries(
  rows: ListedRow[],
  q: string,
): Promise<Map<string, SearchedSummary>> {
  if (rows.length === 0) return new Map();
  const found = await db().$queryRaw<{ id: string; summary: string }[]>`
    SELECT id, left(summary, ${mostSearched.summary}::int) AS summary FROM recording
    WHERE id = ANY(${rows.map(({ id }) => id)})`;
  const terms = readTerms(q);
  return new Map(
    found.map(({ id, summary }) => {
      const hits = [...findHits(summary, terms).values()].flat();
      const first = Math.min(...hits.map(({ from }) => from), summary.length);
      const from = hits.length > 0 ? Math.max(0, first - aroundLength) : 0;
      const text = cutText(summary, from)[1];
      return [id, { text: cutText(text, 2 * aroundLength)[0], isMidway: from > 0 }];
    }),
  );
}

function toRowView(
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

/**
 * The first call after one, or of the whole list, that came with the address of its audio, which nobody
 * has found to be dead; null: there is none among the next thousand. The one before need not match the
 * filter.
 */
export async function getNextPlayable(
  afterId: string | null,
  { filter, page: { sort } }: RecordingQuery,
  options: WhereOptions,
): Promise<{ id: string; customerName: string } | null> {
  const { include, exclude } = filter.audio;
  const alive = { ...filter, audio: { include, exclude: [...exclude, ...deadAudio] } };
  let after = afterId === null ? null : await findCursor(afterId, sort);
  for (const limit of [10, 200, 800]) {
    const place = { sort, after, before: null };
    const found = await findRows<ListedRow>(
      { columns: buildColumns(""), filter: alive, place, limit },
      options,
    );
    const next = (await toRowViews(found, "")).find(({ hasAudio }) => hasAudio);
    if (next) return next;
    if (found.length < limit) return null;
    after = toCursor(found.at(-1), sort);
  }
  return null;
}

/** Where a call stands in a list; null: there is no such call. */
async function findCursor(id: string, sort: RecordingSort): Promise<string | null> {
  if (id.includes("\0") || !id.isWellFormed()) return null;
  const key = isByInstant(sort)
    ? Prisma.sql`(extract(epoch FROM ${orders[sort].column}) * 1000000)::bigint`
    : minutesKey;
  const [here] = await db().$queryRaw<{ key: bigint }[]>`
    SELECT ${key}::bigint AS key FROM recording WHERE id = ${id}`;
  return here ? writeCursor({ key: String(here.key), id }) : null;
}

/**
 * The calls before and after one, in the order and under the filter of a list; null at its ends. The
 * call itself need not match the filter; without such a call both are null.
 */
export async function getNeighbours(
  id: string,
  { filter, page: { sort } }: RecordingQuery,
  options: WhereOptions,
): Promise<NeighboursView> {
  const cursor = await findCursor(id, sort);
  if (cursor === null) return { previous: null, next: null };

  const find = async (side: { after: string | null; before: string | null }) => {
    const [found] = await findRows<{ id: string }>(
      { columns: Prisma.sql`id`, filter, place: { sort, ...side }, limit: 1 },
      options,
    );
    return found?.id ?? null;
  };
  const [previous, next] = await Promise.all([
    find({ after: null, before: cursor }),
    find({ after: cursor, before: null }),
  ]);
  return { previous, next };
}
