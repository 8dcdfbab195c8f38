import "server-only";
import { db, queryWith } from "@/lib/platform/database/db";
import { Prisma } from "@/prisma/client/client";
import { buildOrder } from "../sql/order";
import { buildConditions, buildMinutes, type WhereOptions } from "../sql/where";
import { findEdge } from "./find-edge";
import { findMarked } from "./find-marked";
import { readWindows } from "./read-windows";
import { isByTime, type RowsWanted, splitConditions } from "./split-conditions";

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
