import "server-only";
import type { Prisma } from "@/prisma/client/client";
import { markFields, type RecordingFilter, writeCursor } from "../filter/filter";
import { buildConditions, buildDays, buildMarks, toMark, type WhereOptions } from "../sql/where";
import { buildRuns, isByTime, type RowsWanted, splitConditions } from "./edge-sql";
import {
  amongMarked,
  buildMarked,
  buildMarkedOn,
  countMarked,
  countUpTo,
  type MarkedKeys,
  readKeyed,
  readMarkedKeys,
  readRows,
} from "./rows-sql";

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
  if (isByTime(place)) {
    const only = listSources(filter);
    const { range } = splitConditions(wanted, options);
    const source = only.length === 1 ? only[0] : await chooseSource(filter, range, walked, signal);
    if (!source) return null;
    return walk<Row>(wanted, options, source, { slice, walked, signal });
  }
  const days = buildDays(filter, options.timeZone);
  const source = await chooseSource(filter, days, sorted, signal);
  if (!source || source.isMore) return null;
  const { range, others } = splitConditions({ filter: source.rest, place }, options, {}, "each");
  return readRows<Row>(wanted, [amongMarked(source, days), ...range, ...others], signal);
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
  if (!source?.marks) return null;
  const { isMore, isEach, rest } = source;
  // Each key is a call that matches.
  const isWhole = isEach && isAlone(filter);
  const atMost = !isMore ? null : isWhole ? most : counted;
  const found = buildMarked(source, { filter: rest, timeZone, days, atMost });
  return !isMore || isWhole || (await countUpTo(found, most, signal)) >= most ? found : null;
}

/**
 * What a filter matches on runs of its days, as a query of whole recordings. Null: it doesn't ask for marks
 * of one field alone.
 */
export function listMarkedOn(
  filter: RecordingFilter,
  runs: { from: string; to: string }[],
  timeZone: string,
): Prisma.Sql | null {
  const [source, ...more] = listSources(filter);
  if (!source?.marks || more.length > 0 || !isAlone(filter)) return null;
  const { marks, others } = source;
  const days = buildDays(filter, timeZone);
  return buildMarkedOn({ marks, others }, buildRuns(runs, timeZone), days);
}

/** Of marks that more calls have, they are found among the calls themselves. */
const bounds = {
  /** So many are read first for a page, and then up to `growth` times as many. */
  slice: 200,
  /** So many are read one after the other for a page. */
  walked: 10_000,
  /** So many are put into another order than that of their time. */
  sorted: 10_000,
  /** And so many are looked at for a count. */
  counted: 20_000,
};

/** With a first slice, no more than 20 are read for each of 50 calls before another way is thought of. */
const growth = 4;

type Source = MarkedKeys & {
  /** What the filter asks besides the marks of its keys. */
  rest: RecordingFilter;
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
    const all = { marks: null, rest: filter, others, isMore: true, isEach: true };
    return isAlone(filter) ? all : null;
  }
  const rows = await countMarked(
    wanted.map(({ marks }) => marks),
    { range, most, signal },
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
    return [{ marks, rest, others, isEach: marks.length === 1 }];
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

type Walk = { slice: number; walked: number; signal: AbortSignal | undefined };

/**
 * Reads keys in the order of the list, in slices, and their calls, until a page is full. Null: the first ones
 * have given so little that it would take long, and there are many.
 */
async function walk<Row>(
  wanted: RowsWanted,
  options: WhereOptions,
  source: Source,
  { slice: firstSlice, walked, signal }: Walk,
): Promise<Row[] | null> {
  const { filter, place, limit } = wanted;
  let { isMore } = source;
  if (isMore && !isAlone(filter)) return null;
  const { range, others } = splitConditions({ filter: source.rest, place }, options, {}, "each");
  const isReversed = place.before !== null;
  const rows: Row[] = [];
  let at = place;
  let seen = 0;
  for (let most = isAlone(filter) ? limit : firstSlice; ; ) {
    const slice = splitConditions({ filter, place: at }, options).range;
    const keys = await readMarkedKeys(source, { range: slice, place, most, signal });
    const part = { ...wanted, limit: limit - rows.length };
    const found = await readKeyed<Row>(part, keys, [...range, ...others], signal);
    rows.push(...found);
    const last = keys.at(-1);
    if (rows.length >= limit || keys.length < most || !last) return rows;
    seen += keys.length;
    // As many would fill the page if the next ones gave as much.
    const likely = ((limit - rows.length) * seen) / rows.length;
    const mostNext = most * growth;
    most = Math.min(Math.ceil(1.25 * likely), mostNext);
    if (likely > mostNext) {
      isMore ??= (await chooseSource(filter, range, walked, signal))?.isMore;
      if (isMore && !isAlone(filter)) return null;
    }
    const cursor = writeCursor({ key: String(last.micros), id: last.id });
    at = { ...place, after: null, before: null, [isReversed ? "before" : "after"]: cursor };
  }
}
