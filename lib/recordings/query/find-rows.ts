import "server-only";
import { db, queryWith } from "@/lib/platform/database/db";
import { Prisma } from "@/prisma/client/client";
import type { RecordingFilter, ValueFilter } from "../filter/filter";
import { readTerms, type SearchTerm } from "../record/search-text";
import { buildSearch, buildTold, listWays, mostSought } from "../sql/search";
import { buildConditions, buildMinutes, buildOrder, type WhereOptions } from "../sql/where";
import {
  buildMinuteSpans,
  type Edge,
  findEdge,
  isByTime,
  type RowsWanted,
  splitConditions,
  unindexed,
} from "./find-edge";
import { findMarked, narrowToMarks } from "./find-marked";
import { listValues } from "./sql";

/**
 * The next rows of a list, reading not many more than it gives, whatever the filter. No estimate of
 * the planner's decides which way is taken:
 * - marks by their own index, where few calls have them (`findMarked`);
 * - what is one range of an index (`isOneRange`), or has no edge, by that range;
 * - all else among the nearest calls, where what many match is found, and then by the index of all
 *   choices, the nearest periods first (`readWindows`).
 */
export async function findRows<Row>(
  wanted: RowsWanted,
  options: WhereOptions,
  signal?: AbortSignal,
): Promise<Row[]> {
  const { columns, place, limit } = wanted;
  const marked = await findMarked<Row>(wanted, options, signal);
  if (marked) return marked;
  const { range, others } = splitConditions(wanted, options);
  const order = buildOrder(place.sort, { isReversed: place.before !== null });
  const edge = isOneRange(wanted) ? null : await findEdge(wanted, range, nearRows, signal);
  if (!edge) {
    return read<Row>(
      Prisma.sql`
        SELECT ${columns} FROM recording WHERE ${and([...range, ...others])}
        ORDER BY ${order} LIMIT ${limit}`,
      signal,
    );
  }
  // More may have come in before the edge since; the limit tells the planner that they are few.
  const ofEach = splitConditions(wanted, options, {}, "each").others;
  const found = await read<Row>(
    Prisma.sql`
      SELECT ${columns} FROM (
        SELECT * FROM recording WHERE ${and([...range, edge.isBefore])}
        ORDER BY ${order} LIMIT ${2 * nearRows}
      ) AS recording WHERE ${and(ofEach)} ORDER BY ${order} LIMIT ${limit}`,
    signal,
  );
  if (found.length >= limit) return found;
  const left = limit - found.length;
  const build = (windows: Prisma.Sql[]) => {
    const branches = windows.map(
      (window) => Prisma.sql`(SELECT ${columns} FROM (${window}) AS recording ORDER BY ${order})`,
    );
    return Prisma.sql`
      SELECT * FROM (${Prisma.join(branches, " UNION ALL ")}) AS found LIMIT ${left}`;
  };
  const farther = await readWindows<Row>(wanted, options, edge, build, signal);
  return [...found, ...farther];
}

/** Among so many, a filter that a quarter of the calls match finds a page. */
const nearRows = 200;

/** The rows stand side by side in one index, in the order of the list, or among few. */
function isOneRange({ filter, place }: RowsWanted): boolean {
  const { length } = buildConditions(filter);
  if (filter.incomplete === true || place.sort.endsWith("changed_at")) return true;
  if (!isByTime(place)) return length === 0 && filter.from === null && filter.to === null;
  if (buildMinutes(filter.minutes).length > 0) return false;
  const isOne = (field: "status" | "campaign" | "customer") =>
    filter[field].include.length === 1 && filter[field].exclude.length === 0;
  return (
    length === 0 || (length === 1 && (isOne("status") || isOne("campaign") || isOne("customer")))
  );
}

/** Who may give up pays for it with a transaction. */
function read<Row>(query: Prisma.Sql, signal?: AbortSignal): Promise<Row[]> {
  return signal ? queryWith<Row>(query, { signal }) : db().$queryRaw<Row[]>(query);
}

function and(conditions: Prisma.Sql[]): Prisma.Sql {
  return Prisma.join(conditions, " AND ");
}

/**
 * Answers a query over what a filter matches from an edge on. The query is made of windows, each a
 * query of whole recordings; PostgreSQL reads them one after the other, and none that isn't needed.
 */
async function readWindows<Row>(
  { filter, place }: Pick<RowsWanted, "filter" | "place">,
  options: WhereOptions,
  edge: Edge,
  build: (windows: Prisma.Sql[]) => Prisma.Sql,
  signal?: AbortSignal,
): Promise<Row[]> {
  const [included, windows, sought] = await Promise.all([
    invertExclusions(filter),
    edge.layOut(),
    listSought(filter.q),
  ]);
  const wanted = { filter: { ...included, q: "" }, place };
  const { range, others } = splitConditions(wanted, options, unindexed);
  const queries = windows.map(({ conditions, period }) => {
    const all = [...conditions, ...range, ...others, ...buildMinuteSpans(filter.minutes)];
    const within = period === null ? [] : [...conditions, ...range];
    const ways = sought ? listWays(filter.q, sought, within) : [buildSearch(filter.q, isTold)];
    const queries = ways.map((way) => {
      const whole = Prisma.join([...all, ...way], " AND ");
      // A query of its own, for whose order no index is read.
      return Prisma.sql`(SELECT * FROM recording WHERE ${whole} OFFSET 0)`;
    });
    return Prisma.join(queries, " UNION ALL ");
  });
  return queryWith<Row>(build(queries), {
    settings: { enable_seqscan: "off", jit: "off" },
    signal,
  });
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

async function estimateFound(term: SearchTerm): Promise<number> {
  const [row] = await db().$queryRaw<{ "QUERY PLAN": { Plan: { "Plan Rows": number } }[] }[]>`
    EXPLAIN (FORMAT JSON)
    SELECT FROM recording WHERE ${buildTold(term, true)}
    UNION ALL SELECT FROM transcript_search WHERE ${buildTold({ ...term, digits: null }, true)}`;
  return row?.["QUERY PLAN"][0]?.Plan["Plan Rows"] ?? 0;
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
  const values = include.length > 0 ? include : [...(await listValues(column, mostValues)), null];
  // A status that is none is stored as ''.
  const rest = values.filter((value) => !exclude.includes(value || null));
  const isFew = values.length < mostValues && rest.length > 0 && rest.length <= mostIncluded;
  return isFew ? { include: rest, exclude: [] } : choice;
}

/**
 * Answers a query over what a filter matches, which is a query of whole recordings, up to so many, the
 * newest periods first. No rows where nothing can match.
 */
export async function readFound<Row>(
  filter: RecordingFilter,
  timeZone: string,
  most: number,
  build: (found: Prisma.Sql) => Prisma.Sql,
  signal?: AbortSignal,
): Promise<Row[]> {
  const limited = (found: Prisma.Sql) => build(Prisma.sql`${found} LIMIT ${most}`);
  const marked = await narrowToMarks(filter, timeZone, most, signal);
  if (marked) return queryWith<Row>(limited(marked), { settings: { jit: "off" }, signal });
  const wanted = { filter, place: { sort: "-created_at", after: null, before: null } as const };
  const edge = await findEdge(wanted, splitConditions(wanted, { timeZone }).range, 0, signal);
  if (!edge) return [];
  const buildAll = (windows: Prisma.Sql[]) =>
    limited(
      Prisma.sql`SELECT * FROM (${Prisma.join(
        windows.map((window) => Prisma.sql`(${window})`),
        " UNION ALL ",
      )}) AS found`,
    );
  return readWindows(wanted, { timeZone }, edge, buildAll, signal);
}
