import "server-only";
import { db } from "@/lib/platform/database/db";
import type { Prisma } from "@/prisma/client/client";
import type { RecordingFilter, ValueFilter } from "../filter/filter";
import {
  hasAsciiTrigram,
  hasTrigram,
  readTerms,
  type SearchTerm,
  toWantedSigns,
} from "../record/search-text";
import { listWays, mostSought } from "../sql/search";
import {
  asksOtherTables,
  buildConditions,
  buildMarks,
  buildMinutes,
  buildSearch,
  type WhereOptions,
  withoutMarks,
} from "../sql/where";
import { readZones } from "../totals/sql";
import { anyZone } from "../totals/totals";
import {
  buildDaysWindow,
  buildMinuteSpans,
  findEdge,
  isByTime,
  type RowsWanted,
  splitConditions,
  unindexed,
  type Window,
} from "./edge-sql";
import { findMarked, listMarkedOn, narrowToMarks } from "./find-marked";
import {
  buildWindow,
  estimateFound,
  readAmong,
  readFar,
  readMarked,
  readNear,
  readRows,
  readWindows,
} from "./rows-sql";
import { knowsAllLetters, listValues } from "./sql";

/**
 * The next rows of a list, reading not many more than it gives, whatever the filter. No estimate of
 * the planner's decides which way is taken:
 * - marks by their own index, where few calls have them (`findMarked`);
 * - what is one range of an index (`isOneRange`), or has no edge, by that range;
 * - all else among the nearest calls, where what many match is found, and then by the index of all
 *   choices, the nearest periods first (`newSteps`).
 */
export async function findRows<Row>(
  wanted: RowsWanted,
  options: WhereOptions,
  signal?: AbortSignal,
): Promise<Row[]> {
  const { limit } = wanted;
  const marked = await findMarked<Row>(wanted, options, signal);
  if (marked) return marked;
  const { range, others } = splitConditions(wanted, options);
  const edge = isOneRange(wanted) ? null : await findEdge(wanted, range, nearRows, signal);
  if (!edge) return readRows<Row>(wanted, [...range, ...others], signal);
  const { filter } = wanted;
  const near = {
    range: [...range, edge.isBefore],
    // More may have come in before the edge since; the limit tells the planner that they are few.
    most: 2 * nearRows,
    others: splitConditions(wanted, options, {}, "each").others,
    areBeside: asksOtherTables(filter),
  };
  const found = await readNear<Row>(wanted, near, signal);
  if (found.length >= limit) return found;
  const toQueries = await prepareWindows(wanted, options);
  const step = edge.newSteps(limit);
  const next = async (more: number) => toQueries(await step(found.length + more));
  const farther = await readFar<Row>({ ...wanted, limit: limit - found.length }, next, signal);
  return [...found, ...farther];
}

/** Among so many, a filter that a quarter of the calls match finds a page. */
const nearRows = 200;

/** The rows stand side by side in one index, in the order of the list, or among few. */
function isOneRange({ filter, place }: RowsWanted): boolean {
  const { length } = buildConditions(filter);
  if (place.sort.endsWith("changed_at")) return true;
  if (!isByTime(place)) return length === 0 && filter.from === null && filter.to === null;
  if (buildMinutes(filter.minutes).length > 0) return false;
  const isOne = (field: "campaign" | "customer") =>
    filter[field].include.length === 1 && filter[field].exclude.length === 0;
  return length === 0 || (length === 1 && (isOne("campaign") || isOne("customer")));
}

/**
 * What a filter matches in windows, each a query of whole recordings: read one after the other, none is read
 * that isn't needed.
 */
async function prepareWindows(
  { filter, place }: Pick<RowsWanted, "filter" | "place">,
  options: WhereOptions,
): Promise<(windows: Window[]) => Prisma.Sql[]> {
  const [included, sought] = await Promise.all([invertExclusions(filter), listSought(filter.q)]);
  const wanted = { filter: { ...included, q: "" }, place };
  const { range, others } = splitConditions(wanted, options, unindexed);
  const toQuery = ({ conditions, period }: Window) => {
    const all = [...conditions, ...range, ...others, ...buildMinuteSpans(filter.minutes)];
    const within = period === null ? [] : [...conditions, ...range];
    const ways = sought ? listWays(filter.q, sought, within) : [buildSearch(filter.q, isTold)];
    return buildWindow(ways.map((way) => [...all, ...way]));
  };
  return (windows) => windows.map(toQuery);
}

const isTold = { hasSigns: true, said: null };

/**
 * Those words of a search that PostgreSQL expects in the fewest calls and transcripts. Null: there are no
 * transcripts to look into.
 */
async function listSought(q: string): Promise<SearchTerm[] | null> {
  const terms = readTerms(q).filter(({ text }) => text !== null);
  if (
    terms.length === 0 ||
    !(await db().transcriptSearch.findFirst({ select: { recordingId: true } }))
  )
    return null;
  if (terms.length <= mostSought) return terms;
  const counts = await Promise.all(terms.map(estimateFound));
  return terms
    .map((term, index) => ({ term, count: counts[index] ?? 0 }))
    .toSorted((one, other) => one.count - other.count)
    .slice(0, mostSought)
    .map(({ term }) => term);
}

/**
 * The same filter, but saying which statuses and campaigns it lets through where it said which it
 * doesn't: an index can be asked for what is there only. Where too many are left it stays as it is.
 */
async function invertExclusions(filter: RecordingFilter): Promise<RecordingFilter> {
  const [status, campaign] = await Promise.all([
    turn(filter.status, "status"),
    turn(filter.campaign, "campaign"),
  ]);
  return { ...filter, status, campaign };
}

const mostValues = 200;
const mostIncluded = 20;

async function turn(choice: ValueFilter, column: "status" | "campaign"): Promise<ValueFilter> {
  const { include, exclude } = choice;
  if (exclude.length === 0) return choice;
  const areAllNoted = include.length > 0 || (await readZones(db())).includes(anyZone);
  if (!areAllNoted) return choice;
  const values = include.length > 0 ? include : [...(await listValues(column, mostValues)), null];
  // A status that is none is stored as ''.
  const rest = values.filter((value) => !exclude.includes(value || null));
  const isFew = values.length < mostValues && rest.length > 0 && rest.length <= mostIncluded;
  return isFew ? { include: rest, exclude: [] } : choice;
}

/** Runs of days of which calls are counted, and how many calls are. */
type SomeDays = {
  runs: { from: string; to: string }[];
  most: number;
  signal: AbortSignal | undefined;
};

/**
 * Answers a query over what a filter matches on some of its days, up to so many calls. Null: no index finds
 * it on days alone.
 */
export async function readFoundOn<Row>(
  filter: RecordingFilter,
  timeZone: string,
  { runs, most, signal }: SomeDays,
  build: (found: Prisma.Sql) => Prisma.Sql,
): Promise<Row[] | null> {
  if (runs.length === 0) return null;
  const marked = listMarkedOn(filter, runs, timeZone);
  if (marked) return readMarked<Row>(marked, most, build, signal);
  const isUnknown =
    filter.changedSince !== null ||
    filter.customer.include.length > 0 ||
    buildMarks(filter).length > 0 ||
    !(await isIndexed(filter.q));
  if (isUnknown) return null;
  const place = { sort: "-created_at", after: null, before: null } as const;
  const toQueries = await prepareWindows({ filter, place }, { timeZone });
  const windows = toQueries([buildDaysWindow(runs, timeZone)]);
  return readWindows<Row>(windows, most, build, signal);
}

/** What is counted, and how far it is looked for. */
type Bounds = {
  /** So many calls are read. */
  most: number;
  /** Among so many of the newest it is looked for what marks, or words that no index finds, let through. */
  looked: number;
  signal?: AbortSignal | undefined;
};

/**
 * Answers a query over what a filter matches, which is a query of whole recordings, up to so many, the
 * newest periods first. No rows where nothing can match.
 * @returns without `isAll`, calls that nobody looked at may match, too
 */
export async function readFound<Row>(
  filter: RecordingFilter,
  timeZone: string,
  { most, looked, signal }: Bounds,
  build: (found: Prisma.Sql) => Prisma.Sql,
): Promise<{ rows: Row[]; isAll: boolean }> {
  const marked = await narrowToMarks(filter, timeZone, most, signal);
  if (marked) return { rows: await readMarked<Row>(marked, most, build, signal), isAll: true };
  const isFoundByText = await isIndexed(filter.q);
  const search = isFoundByText ? [] : buildSearch(filter.q, { hasSigns: true, said: "each" });
  const conditions = [...buildMarks(filter, { isInOrder: true }), ...search];
  const place = { sort: "-created_at", after: null, before: null } as const;
  const unmarked = withoutMarks(filter);
  const wanted = { filter: isFoundByText ? unmarked : { ...unmarked, q: "" }, place };
  const edge = await findEdge(wanted, splitConditions(wanted, { timeZone }).range, 0, signal);
  if (!edge) return { rows: [], isAll: true };
  const toQueries = await prepareWindows(wanted, { timeZone });
  const windows = toQueries(await edge.newSteps(Number.POSITIVE_INFINITY)(0));
  if (conditions.length === 0) {
    return { rows: await readWindows<Row>(windows, most, build, signal), isAll: true };
  }
  return readAmong<Row>(windows, { looked, conditions, most }, build, signal);
}

/** Whether an index finds some word of a search: else all calls would be read for it. */
async function isIndexed(q: string): Promise<boolean> {
  const terms = readTerms(q);
  const isKnown = ({ digits, text, isBeginning }: SearchTerm) =>
    digits !== null || isBeginning || (text !== null && hasIndexedSigns(text));
  if (terms.length === 0 || terms.some(isKnown)) return true;
  return terms.some(({ text }) => hasTrigram.test(text ?? "")) && (await knowsAllLetters());
}

function hasIndexedSigns(text: string): boolean {
  return hasAsciiTrigram.test(text) || toWantedSigns(text).length > 0;
}
