import "server-only";
import { db, queryWith } from "@/lib/platform/database/db";
import { Prisma } from "@/prisma/client/client";
import type { RecordingFilter, ValueFilter } from "../filter/filter";
import { readTerms, type SearchTerm } from "../record/search-hits";
import { buildSearch, buildTold, listWays, mostSought } from "../sql/search";
import type { WhereOptions } from "../sql/where";
import { type Edge, findEdge } from "./find-edge";
import { narrowToMarks } from "./find-marked";
import { listValues } from "./list-values";
import { buildMinuteSpans } from "./minute-spans";
import { type RowsWanted, splitConditions, unindexed } from "./split-conditions";

/**
 * Answers a query over what a filter matches from an edge on. The query is made of windows, each a
 * query of whole recordings; PostgreSQL reads them one after the other, and none that isn't needed.
 */
export async function readWindows<Row>(
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
