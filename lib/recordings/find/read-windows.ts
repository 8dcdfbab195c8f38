import "server-only";
import { db } from "@/lib/platform/db";
import { Prisma } from "@/prisma/client/client";
import type { WhereOptions } from "../build-where";
import type { Edge } from "./find-edge";
import { includeTheRest } from "./include-the-rest";
import type { RowsWanted } from "./rows-wanted";
import { splitConditions } from "./split-conditions";
import { unindexed } from "./unindexed";

/**
 * Answers a query over what a filter matches from an edge on. The query is made of windows, each a
 * query of whole recordings; PostgreSQL reads them one after the other, and none that isn't needed.
 */
export async function readWindows<Row>(
  { filter, place }: Pick<RowsWanted, "filter" | "place">,
  options: WhereOptions,
  edge: Edge,
  build: (windows: Prisma.Sql[]) => Prisma.Sql,
): Promise<Row[]> {
  const [included, windows] = await Promise.all([includeTheRest(filter), edge.layOut()]);
  const { range, others } = splitConditions({ filter: included, place }, options, unindexed);
  const queries = windows.map(
    // A query of its own, for whose order no index is read.
    (window) => Prisma.sql`
      SELECT * FROM recording WHERE ${Prisma.join([...window, ...range, ...others], " AND ")}
      OFFSET 0`,
  );
  const [, rows] = await db().$transaction([
    db().$queryRaw`
      SELECT set_config('enable_seqscan', 'off', true), set_config('jit', 'off', true)`,
    db().$queryRaw<Row[]>`${build(queries)}`,
  ]);
  return rows;
}
