import "server-only";
import { db, queryWith } from "@/lib/platform/database/db";
import { toList } from "@/lib/platform/database/transaction";
import { Prisma } from "@/prisma/client/client";
import type { RecordingFilter } from "../filter/filter";
import type { SearchTerm } from "../record/search-text";
import { buildTold } from "../sql/search";
import { buildOrder, buildWhere } from "../sql/where";
import type { RowsWanted } from "./edge-sql";
import { type KeyRow, keyColumns } from "./sql";

/** The rows of a list under these conditions. */
export function readRows<Row>(
  wanted: RowsWanted,
  conditions: Prisma.Sql[],
  signal?: AbortSignal,
): Promise<Row[]> {
  return read(buildRows(wanted, conditions), signal);
}

function buildRows({ columns, place, limit }: RowsWanted, conditions: Prisma.Sql[]): Prisma.Sql {
  return Prisma.sql`
    SELECT ${columns} FROM recording WHERE ${and(conditions)}
    ORDER BY ${toOrder(place)} LIMIT ${limit}`;
}

/** The rows of keys under these conditions. */
export function readKeyed<Row>(
  wanted: RowsWanted,
  keys: KeyRow[],
  conditions: Prisma.Sql[],
  signal?: AbortSignal,
): Promise<Row[]> {
  const ids = new Set(keys.map(({ id }) => id));
  const isKey = Prisma.sql`id = ANY(${toList([...ids])}::text[])`;
  return queryWith(buildRows(wanted, [isKey, ...conditions]), { settings: byKey, signal });
}

/** The planner would rather read all calls of a status from an index than a few hundred of all statuses. */
const byKey = { enable_seqscan: "off", enable_bitmapscan: "off" };

type Near = {
  range: Prisma.Sql[];
  most: number;
  others: Prisma.Sql[];
  /** Whether these ask other tables, which a sharded database does for calls alone, not for a limited query. */
  areBeside: boolean;
};

/** The rows under `others` among the first calls of a range, up to `most`. */
export function readNear<Row>(
  { columns, place, limit }: RowsWanted,
  { range, most, others, areBeside }: Near,
  signal?: AbortSignal,
): Promise<Row[]> {
  const order = toOrder(place);
  const first = (columns: Prisma.Sql) => Prisma.sql`
    SELECT ${columns} FROM recording WHERE ${and(range)} ORDER BY ${order} LIMIT ${most}`;
  const near = areBeside
    ? Prisma.sql`recording WHERE ${among(first(Prisma.sql`id`))} AND`
    : Prisma.sql`(${first(Prisma.sql`*`)}) AS recording WHERE`;
  return read(
    Prisma.sql`SELECT ${columns} FROM ${near} ${and(others)} ORDER BY ${order} LIMIT ${limit}`,
    signal,
  );
}

/**
 * The rows of windows, one window after the other. To plan a window takes longer than to read one, so they are
 * asked for in steps, each of which is told how many rows those before it had; and they tell no more than ids.
 */
export async function readFar<Row>(
  { columns, place, limit }: RowsWanted,
  next: (found: number) => Promise<Prisma.Sql[]>,
  signal?: AbortSignal,
): Promise<Row[]> {
  const order = toOrder(place);
  const found: Row[] = [];
  while (found.length < limit) {
    const windows = await next(found.length);
    if (windows.length === 0) break;
    const branches = windows.map(
      (window) => Prisma.sql`(SELECT id FROM (${window}) AS recording ORDER BY ${order})`,
    );
    const keys = Prisma.sql`
      SELECT id FROM (${Prisma.join(branches, " UNION ALL ")}) AS found
      LIMIT ${limit - found.length}`;
    const query = Prisma.sql`
      SELECT ${columns} FROM recording WHERE ${among(keys)} ORDER BY ${order}`;
    found.push(...(await queryWith<Row>(query, { settings: byIndex, signal })));
  }
  return found;
}

/** For what is too little to be worth the start of helpers, which takes 10 ms. */
export const withoutHelpers = { max_parallel_workers_per_gather: "0" };
const byIndex = { enable_seqscan: "off", ...withoutHelpers };

/** Answers a query over the calls of windows, up to `most` of them. */
export function readWindows<Row>(
  windows: Prisma.Sql[],
  most: number,
  build: (found: Prisma.Sql) => Prisma.Sql,
  signal?: AbortSignal,
): Promise<Row[]> {
  const found = Prisma.sql`SELECT * FROM ${together(windows)} LIMIT ${most}`;
  return queryWith(build(found), { settings: { ...byIndex, ...unsorted }, signal });
}

/** Groups are told by a hash: the planner takes the calls for few, and would put them in order. */
const unsorted = { enable_sort: "off" };

function together(windows: Prisma.Sql[]): Prisma.Sql {
  const branches = windows.map((window) => Prisma.sql`(${window})`);
  return Prisma.sql`(${Prisma.join(branches, " UNION ALL ")}) AS found`;
}

/**
 * The same over those that fit these conditions, among so many calls of the windows.
 * @returns with `isAll`, the windows have no more
 */
export async function readAmong<Row>(
  windows: Prisma.Sql[],
  { looked, conditions, most }: { looked: number; conditions: Prisma.Sql[]; most: number },
  build: (found: Prisma.Sql) => Prisma.Sql,
  signal?: AbortSignal,
): Promise<{ rows: Row[]; isAll: boolean }> {
  // An index tells their ids; of those that fit, the whole calls are read.
  const keys = Prisma.sql`
    SELECT id FROM recording
    WHERE (created_at, id) IN (SELECT created_at, id FROM ${together(windows)} LIMIT ${looked})
      AND ${and(conditions)} LIMIT ${most}`;
  const found = Prisma.sql`SELECT * FROM recording WHERE ${among(keys)}`;
  const beyond = Prisma.sql`SELECT 1 AS one FROM ${together(windows)} OFFSET ${looked} LIMIT 1`;
  const [rows, more] = await Promise.all([
    queryWith<Row>(build(found), { settings: { ...oneByOne, ...unsorted }, signal }),
    queryWith<unknown>(beyond, { settings: byIndex, signal }),
  ]);
  return { rows, isAll: more.length === 0 };
}

/** Of each call its marks, never those of all. */
export const oneByOne = { ...byIndex, enable_hashjoin: "off", enable_mergejoin: "off" };

/** The calls that one of these ways finds, each of which is a list of conditions. */
export function buildWindow(ways: Prisma.Sql[][]): Prisma.Sql {
  // A query of its own, for whose order no index is read.
  const queries = ways.map(
    (way) => Prisma.sql`(SELECT * FROM recording WHERE ${and(way)} OFFSET 0)`,
  );
  return Prisma.join(queries, " UNION ALL ");
}

/** In how many calls and transcripts PostgreSQL expects a word. */
export async function estimateFound(term: SearchTerm): Promise<number> {
  const [row] = await db().$queryRaw<{ "QUERY PLAN": { Plan: { "Plan Rows": number } }[] }[]>`
    EXPLAIN (FORMAT JSON)
    SELECT FROM recording WHERE ${buildTold(term, true)}
    UNION ALL SELECT FROM transcript_search WHERE ${buildTold({ ...term, digits: null }, true)}`;
  return row?.["QUERY PLAN"][0]?.Plan["Plan Rows"] ?? 0;
}

/** Where keys come from: the calls of these marks, or all calls; and the conditions of all other marks. */
export type MarkedKeys = { marks: string[] | null; others: Prisma.Sql[] };

/** Of each of these lists of marks how many keys a range has, by its place; of more than `most`, one more. */
export function countMarked(
  sources: MarkedKeys["marks"][],
  { range, most, signal }: { range: Prisma.Sql[]; most: number; signal: AbortSignal | undefined },
): Promise<{ index: number; count: number }[]> {
  const counts = sources.map(
    (marks, index) => Prisma.sql`
      SELECT ${index}::int AS index, count(*)::int AS count
      FROM (${buildKeys({ marks, others: [] }, range)} LIMIT ${most + 1}) AS key`,
  );
  return read(Prisma.join(counts, " UNION ALL "), signal);
}

type KeysWanted = Pick<RowsWanted, "place"> & {
  range: Prisma.Sql[];
  most: number;
  signal: AbortSignal | undefined;
};

/** The first keys of a range, in the order of the list. */
export function readMarkedKeys(
  source: MarkedKeys,
  { range, place, most, signal }: KeysWanted,
): Promise<KeyRow[]> {
  const keys = buildKeys(source, range, keyColumns);
  const query = Prisma.sql`${keys} ORDER BY ${toOrder(place)} LIMIT ${most}`;
  return queryWith(query, { settings: inOrder, signal });
}

/** Marks are met in the order in which they stand, and none is looked for that isn't needed. */
const inOrder = { enable_seqscan: "off", enable_hashjoin: "off", enable_sort: "off" };

type Matching = {
  filter: RecordingFilter;
  timeZone: string;
  days: Prisma.Sql[];
  /** So many of the newest keys; null: all. */
  atMost: number | null;
};

/** The calls of keys on these days that match a filter. */
export function buildMarked(
  source: MarkedKeys,
  { filter, timeZone, days, atMost }: Matching,
): Prisma.Sql {
  const all = buildKeys(source, days, Prisma.sql`DISTINCT created_at AS key_at, id AS key_id`);
  const keys = atMost === null ? all : Prisma.sql`${all} ORDER BY 1 DESC, 2 DESC LIMIT ${atMost}`;
  return Prisma.sql`${joinCalls(keys)} WHERE ${buildWhere(filter, { timeZone }, "each")}`;
}

/** The calls of keys on runs of days, which are rows of two instants. */
export function buildMarkedOn(
  { marks, others }: MarkedKeys & { marks: string[] },
  runs: Prisma.Sql,
  days: Prisma.Sql[],
): Prisma.Sql {
  const keys = Prisma.sql`
    SELECT DISTINCT created_at AS key_at, id AS key_id
    FROM ${runs} JOIN (SELECT recording_id AS id, mark, created_at FROM call_mark) AS recording
        ON mark = ANY(${marks}) AND created_at >= from_at AND created_at < to_at
    WHERE ${and([Prisma.sql`true`, ...days, ...others])}`;
  return joinCalls(keys);
}

/** By their time, too: in its order, calls stand side by side. */
function joinCalls(keys: Prisma.Sql): Prisma.Sql {
  return Prisma.sql`
    SELECT recording.* FROM (${keys} OFFSET 0) AS key
      JOIN recording ON recording.created_at = key_at AND recording.id = key_id`;
}

/** How many calls a query finds, at most so many. */
export async function countUpTo(
  found: Prisma.Sql,
  most: number,
  signal?: AbortSignal,
): Promise<number> {
  const [row] = await queryWith<{ count: number }>(
    Prisma.sql`SELECT count(*)::int AS count FROM (${found} LIMIT ${most}) AS recording`,
    { settings: oneByOne, signal },
  );
  return row?.count ?? 0;
}

/** Answers a query over the calls that another one finds by their marks, up to `most` of them. */
export function readMarked<Row>(
  marked: Prisma.Sql,
  most: number,
  build: (found: Prisma.Sql) => Prisma.Sql,
  signal?: AbortSignal,
): Promise<Row[]> {
  const query = build(Prisma.sql`${marked} LIMIT ${most}`);
  return queryWith(query, { settings: { ...oneByOne, ...unsorted }, signal });
}

export function amongMarked(source: MarkedKeys, range: Prisma.Sql[]): Prisma.Sql {
  return among(buildKeys(source, range));
}

/** By an array, whose ids are looked up one by one, whatever the planner takes them for. */
function among(keys: Prisma.Sql): Prisma.Sql {
  return Prisma.sql`id = ANY(ARRAY(${keys}))`;
}

/** What has the marks, as rows of an id and a time; a call with several of them may come several times. */
function buildKeys(
  { marks, others }: MarkedKeys,
  range: Prisma.Sql[],
  columns = Prisma.sql`id`,
): Prisma.Sql {
  const ofMarks = marks?.map(
    (mark) => Prisma.sql`SELECT recording_id AS id, created_at FROM call_mark WHERE mark = ${mark}`,
  );
  const keys = ofMarks ? Prisma.sql`(${Prisma.join(ofMarks, " UNION ALL ")})` : calls;
  const conditions = [...range, ...others];
  const where = conditions.length > 0 ? Prisma.sql`WHERE ${and(conditions)}` : Prisma.empty;
  return Prisma.sql`SELECT ${columns} FROM ${keys} AS recording ${where}`;
}

const calls = Prisma.sql`recording`;

/** Who may give up pays for it with a transaction. */
function read<Row>(query: Prisma.Sql, signal?: AbortSignal): Promise<Row[]> {
  return signal ? queryWith<Row>(query, { signal }) : db().$queryRaw<Row[]>(query);
}

function toOrder({ sort, before }: RowsWanted["place"]): Prisma.Sql {
  return buildOrder(sort, { isReversed: before !== null });
}

function and(conditions: Prisma.Sql[]): Prisma.Sql {
  return Prisma.join(conditions, " AND ");
}
