import "server-only";
import { db, queryWith } from "@/lib/platform/database/db";
import { toList } from "@/lib/platform/database/transaction";
import { Prisma } from "@/prisma/client/client";
import { markFields, type RecordingFilter, writeCursor } from "../filter/filter";
import {
  buildConditions,
  buildDays,
  buildMarks,
  buildOrder,
  buildWhere,
  toMark,
  type WhereOptions,
} from "../sql/where";
import { isByTime, type RowsWanted, splitConditions } from "./find-edge";

/**
 * The next rows of a list of which marks let few through, by the marks' own index, which is in the order
 * of the list. Null: the filter asks for none, or for what so many have that the calls tell it sooner.
 */
export async function findMarked<Row>(
  wanted: RowsWanted,
  options: WhereOptions,
  signal?: AbortSignal,
  { slice, walked, sorted } = bounds,
): Promise<Row[] | null> {
  const { filter, place } = wanted;
  if (buildMarks(filter).length === 0) return null;
  const { range, others } = splitConditions(wanted, options, {}, "each");
  if (isByTime(place)) {
    const only = listSources(filter);
    const source = only.length === 1 ? only[0] : await chooseSource(filter, range, walked, signal);
    if (!source) return null;
    return walk<Row>(wanted, options, source, { slice, walked, signal });
  }
  const days = buildDays(filter, options.timeZone);
  const source = await chooseSource(filter, days, sorted, signal);
  if (!source || source.isMore) return null;
  const order = buildOrder(place.sort, { isReversed: place.before !== null });
  return read<Row>(
    Prisma.sql`
      SELECT ${wanted.columns} FROM recording
      WHERE ${and([among(buildKeys(source, days)), ...range, ...others])}
      ORDER BY ${order} LIMIT ${wanted.limit}`,
    signal,
  );
}

/**
 * What a filter matches, as a query of whole recordings, by the index of the marks that it asks for; of
 * more than `most` at least so many of the newest. Null: it asks for none, or the calls tell it sooner.
 */
export async function narrowToMarks(
  filter: RecordingFilter,
  timeZone: string,
  most: number,
  signal?: AbortSignal,
  { counted } = bounds,
): Promise<Prisma.Sql | null> {
  if (buildMarks(filter).length === 0) return null;
  const days = buildDays(filter, timeZone);
  const source = await chooseSource(filter, days, counted, signal);
  if (!source) return null;
  const { isMore, isEach } = source;
  // Each key is a call that matches.
  const isWhole = isEach && isAlone(filter);
  const keys = isMore
    ? Prisma.sql`${buildKeys(source, days)} ORDER BY created_at DESC, id DESC
        LIMIT ${isWhole ? most : counted}`
    : buildKeys(source, days);
  const found = Prisma.sql`
    SELECT * FROM recording WHERE ${among(keys)} AND ${buildWhere(filter, { timeZone }, "each")}`;
  if (!isMore || isWhole) return found;
  const [row] = await read<{ count: number }>(
    Prisma.sql`SELECT count(*)::int AS count FROM (${found} LIMIT ${most}) AS recording`,
    signal,
  );
  return (row?.count ?? 0) >= most ? found : null;
}

/** Of marks that more calls have, they are found among the calls themselves. */
const bounds = {
  /** So many are read first for a page, and then four times as many. */
  slice: 200,
  /** So many are read one after the other for a page. */
  walked: 10_000,
  /** So many are put into another order than that of their time. */
  sorted: 10_000,
  /** And so many are looked at for a count. */
  counted: 20_000,
};

/** Where keys come from: the calls of these marks, or all calls; and the conditions of all other marks. */
type Source = {
  marks: string[] | null;
  others: Prisma.Sql[];
  /** Whether there may be more than was asked; undefined: nobody has counted. */
  isMore?: boolean;
  /** Whether no call comes twice. */
  isEach: boolean;
};

/**
 * Of the marks that are asked for, those that the fewest calls have within a range; all calls, where the
 * filter says nothing but which marks they must not have.
 */
async function chooseSource(
  filter: RecordingFilter,
  range: Prisma.Sql[],
  most: number,
  signal?: AbortSignal,
): Promise<Source | null> {
  const wanted = listSources(filter);
  if (wanted.length === 0) {
    const others = buildMarks(filter, { isInOrder: true });
    return isAlone(filter) ? { marks: null, others, isMore: true, isEach: true } : null;
  }
  const counts = wanted.map(
    ({ marks }, index) => Prisma.sql`
      SELECT ${index}::int AS index, count(*)::int AS count
      FROM (${buildKeys({ marks, others: [] }, range)} LIMIT ${most + 1}) AS key`,
  );
  const rows = await read<{ index: number; count: number }>(
    Prisma.join(counts, " UNION ALL "),
    signal,
  );
  const [least] = rows.toSorted((one, other) => one.count - other.count);
  const source = least && wanted[least.index];
  return source ? { ...source, isMore: least.count > most } : null;
}

/** One for each field that asks for marks. */
function listSources(filter: RecordingFilter): Source[] {
  return markFields.flatMap((field) => {
    const { include, exclude } = filter[field];
    if (include.length === 0 || include.includes(null)) return [];
    const marks = include.flatMap((value) => (value === null ? [] : [toMark(field, value)]));
    const rest = { ...filter, [field]: { include: [], exclude } };
    const others = buildMarks(rest, { isInOrder: true });
    return [{ marks, others, isEach: marks.length === 1 }];
  });
}

/** Whether it asks for nothing but marks and days. */
function isAlone(filter: RecordingFilter): boolean {
  const { minutes } = filter;
  return (
    buildConditions(filter).length === buildMarks(filter).length &&
    minutes.least === null &&
    minutes.most === null
  );
}

/** What has the marks, as rows of an id and a time; a call with several of them may come several times. */
function buildKeys(
  { marks, others }: Pick<Source, "marks" | "others">,
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

/** By an array, whose ids are looked up one by one, whatever the planner takes them for. */
function among(keys: Prisma.Sql): Prisma.Sql {
  return Prisma.sql`id = ANY(ARRAY(${keys}))`;
}

type Walk = { slice: number; walked: number; signal: AbortSignal | undefined };

/**
 * Reads keys in the order of the list, in slices, and their calls, until a page is full. Null: the first ones
 * have given so little that it would take long, and there are many.
 */
async function walk<Row>(
  { columns, filter, place, limit }: RowsWanted,
  options: WhereOptions,
  source: Source,
  { slice: firstSlice, walked, signal }: Walk,
): Promise<Row[] | null> {
  let { isMore } = source;
  if (isMore && !isAlone(filter)) return null;
  const { range, others } = splitConditions({ filter, place }, options, {}, "each");
  const isReversed = place.before !== null;
  const order = buildOrder(place.sort, { isReversed });
  const rows: Row[] = [];
  let at = place;
  let seen = 0;
  for (let most = isAlone(filter) ? limit : firstSlice; ; ) {
    const slice = splitConditions({ filter, place: at }, options).range;
    const keys = await queryWith<{ id: string; micros: bigint }>(
      Prisma.sql`${buildKeys(source, slice, keyColumns)} ORDER BY ${order} LIMIT ${most}`,
      { settings: inOrder, signal },
    );
    const ids = [...new Set(keys.map(({ id }) => id))];
    const found = await read<Row>(
      Prisma.sql`
        SELECT ${columns} FROM recording
        WHERE ${and([Prisma.sql`id = ANY(${toList(ids)}::text[])`, ...range, ...others])}
        ORDER BY ${order} LIMIT ${limit - rows.length}`,
      signal,
    );
    rows.push(...found);
    const last = keys.at(-1);
    if (rows.length >= limit || keys.length < most || !last) return rows;
    seen += keys.length;
    // As many as would fill the page if the next ones gave as much, and some more.
    const likely = Math.ceil((1.25 * (limit - rows.length) * seen) / rows.length);
    if (likely <= most * 4) most = likely;
    else {
      most *= 4;
      isMore ??= (await chooseSource(filter, range, walked, signal))?.isMore;
      if (isMore && !isAlone(filter)) return null;
    }
    const cursor = writeCursor({ key: String(last.micros), id: last.id });
    at = { ...place, after: null, before: null, [isReversed ? "before" : "after"]: cursor };
  }
}

const keyColumns = Prisma.sql`id, (extract(epoch FROM created_at) * 1000000)::bigint AS micros`;
/** Marks are met in the order in which they stand, and none is looked for that isn't needed. */
const inOrder = { enable_seqscan: "off", enable_hashjoin: "off", enable_sort: "off", jit: "off" };

/** Who may give up pays for it with a transaction. */
function read<Row>(query: Prisma.Sql, signal?: AbortSignal): Promise<Row[]> {
  return signal ? queryWith<Row>(query, { signal }) : db().$queryRaw<Row[]>(query);
}

function and(conditions: Prisma.Sql[]): Prisma.Sql {
  return Prisma.join(conditions, " AND ");
}
