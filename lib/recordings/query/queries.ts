import "server-only";
import { cutText, isStorable, sliceKeysetPage } from "@/lib/list/list-page";
import { db } from "@/lib/platform/database/db";
import type { Database } from "@/lib/platform/database/transaction";
import type { Recording } from "@/prisma/client/client";
import {
  deadAudio,
  isByInstant,
  type RecordingFilter,
  type RecordingQuery,
  type RecordingSort,
  writeCursor,
} from "../filter/filter";
import { findHits, mostSearched, readTerms, type SearchTerm } from "../record/search-text";
import { readMarks } from "../sql/marks";
import { buildWhere, unknownMinutes, type WhereOptions } from "../sql/where";
import type {
  NeighboursView,
  RecordingListView,
  RecordingRowView,
  SpokenView,
} from "../views/views";
import { findRows } from "./find-rows";
import {
  buildColumns,
  countSince,
  findKey,
  idColumn,
  type KeyRow,
  keyColumns,
  type ListedRow,
  listRows,
  listSummaries,
  listTranscripts,
  readTimes,
  type SearchedSummary,
  toRowView,
} from "./sql";

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
    { columns: buildColumns(hasText(filter.q)), filter, place: page, limit: page.limit + 1 },
    options,
    signal,
  );

  const slice = sliceKeysetPage(found, page, (row) => toCursor(row, page.sort));
  return { ...slice, rows: await toRowViews(slice.rows, filter.q) };
}

/** The ids of what a filter matches, the newest first, a slice at a time; `after` is where the next begins. */
export async function listRecordingIds(
  { filter, after, limit }: { filter: RecordingFilter; after: string | null; limit: number },
  options: WhereOptions,
): Promise<{ ids: string[]; after: string | null }> {
  const place = { sort: "-created_at", after, before: null } as const;
  const rows = await findRows<KeyRow>({ columns: keyColumns, filter, place, limit }, options);
  const last = rows.length < limit ? undefined : rows.at(-1);
  return {
    ids: rows.map(({ id }) => id),
    after: last ? writeCursor({ key: String(last.micros), id: last.id }) : null,
  };
}

/** These recordings as a list of `q` shows them, unless their content is older than a watermark; in no order. */
export async function listRecordingRows(
  ids: string[],
  watermark: bigint,
  q = "",
): Promise<RecordingRowView[]> {
  const known = ids.filter(isStorable);
  const found = await listRows(known, watermark, { hasText: hasText(q) });
  return toRowViews(found, q);
}

/** How many recordings came in for the first time after a watermark, under a filter. */
export async function countNewRecordings(
  filter: RecordingFilter,
  watermark: bigint,
  options: WhereOptions,
): Promise<number> {
  return countSince(watermark, buildWhere(filter, options));
}

/** The highest sequence of a call that came in; 0 when none did. */
export async function getNewestSeq(): Promise<bigint> {
  const newest = await db().recording.findMany({
    select: { firstSeq: true, acceptedSeq: true },
    orderBy: [{ changedAt: "desc" }, { id: "desc" }],
    take: mostCorrected,
  });
  // Behind one that hasn't changed since it came, none came later. Where all have, none came after their changes.
  const hasCome = newest.some(({ firstSeq, acceptedSeq }) => firstSeq === acceptedSeq);
  const seqs = newest.map(({ firstSeq, acceptedSeq }) => (hasCome ? firstSeq : acceptedSeq));
  return seqs.toSorted((one, other) => (one < other ? 1 : -1))[0] ?? 0n;
}

const mostCorrected = 100;

function toCursor(row: ListedRow, sort: RecordingSort): string {
  const key = isByInstant(sort)
    ? row[sort.endsWith("created_at") ? "createdMicros" : "changedMicros"]
    : (row.minutesUsed ?? unknownMinutes);
  return writeCursor({ key: String(key), id: row.id });
}

function hasText(q: string): boolean {
  return readTerms(q).some(({ text }) => text !== null);
}

async function toRowViews(rows: ListedRow[], q: string): Promise<RecordingRowView[]> {
  const long = hasText(q) ? rows.filter((row) => row.searchedSummary === null) : [];
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

/** So many long summaries of a page are looked through. */
const mostLong = 10;
const aroundLength = 1_000;

/** Of each what stands around the first place where the search finds something. */
async function readLongSummaries(
  rows: ListedRow[],
  q: string,
): Promise<Map<string, SearchedSummary>> {
  if (rows.length === 0) return new Map();
  const found = await listSummaries(
    rows.map(({ id }) => id),
    mostSearched.summary,
  );
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
      { columns: buildColumns(false), filter: alive, place, limit },
      options,
    );
    const next = (await toRowViews(found, "")).find(({ hasAudio }) => hasAudio);
    if (next) return next;
    const last = found.at(-1);
    if (!last || found.length < limit) return null;
    after = toCursor(last, sort);
  }
  return null;
}

/** Where a call stands in a list; null: there is no such call. */
async function findCursor(id: string, sort: RecordingSort): Promise<string | null> {
  if (!isStorable(id)) return null;
  const key = await findKey(id, sort);
  return key === undefined ? null : writeCursor({ key: String(key), id });
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
      { columns: idColumn, filter, place: { sort, ...side }, limit: 1 },
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

/** Where the files of one call lie, as the calling service told it, and what tells which call it is. */
const attachments = {
  recordingAttachment: true,
  rosterAttachment: true,
  createdAt: true,
  campaign: true,
  customerFirstName: true,
  customerLastName: true,
} as const;

/** Null: there is no such recording. Holds no gate; for the rooms that fetch the files. */
export async function getAttachments(
  id: string,
): Promise<Pick<Recording, keyof typeof attachments> | null> {
  if (!isStorable(id)) return null;
  return db().recording.findUnique({ where: { id }, select: attachments });
}

/** Of so much of a transcript; what stands farther on is found, but not shown. */
const mostRead = 100_000;
const mostOfLine = 1_000;
const before = 200;

/** Of each of these calls' transcripts the line in which most of a search stands, and when it is said. */
async function readSpoken(
  ids: readonly string[],
  terms: SearchTerm[],
): Promise<Map<string, SpokenView>> {
  if (ids.length === 0) return new Map();
  const rows = await listTranscripts(ids, mostRead);
  const found = rows.flatMap(({ id, text }) => {
    const line = findLine(text, terms);
    return line ? [{ id, ...line }] : [];
  });
  if (found.length === 0) return new Map();
  const timeOf = await readTimes(found);
  return new Map(found.map(({ id, text }) => [id, { text, atMs: timeOf.get(id) ?? null }]));
}

function findLine(text: string, terms: SearchTerm[]): { index: number; text: string } | null {
  let best: { index: number; text: string; count: number } | null = null;
  if (findHits(text, terms).size === 0) return null;
  for (const [index, line] of text.split("\n").entries()) {
    const hits = findHits(line, terms);
    if (hits.size <= (best?.count ?? 0)) continue;
    const first = Math.min(...[...hits.values()].flat().map(({ from }) => from));
    const from = line.length > mostOfLine ? Math.max(0, first - before) : 0;
    best = { index, text: cutText(cutText(line, from)[1], mostOfLine)[0], count: hits.size };
    if (hits.size === terms.length) break;
  }
  return best && { index: best.index, text: best.text };
}

export async function hasRecording(client: Database, id: string): Promise<boolean> {
  return (await client.recording.count({ where: { id } })) > 0;
}
