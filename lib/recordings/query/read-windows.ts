import "server-only";
import { queryWith } from "@/lib/platform/database/query-with";
import { Prisma } from "@/prisma/client/client";
import type { WhereOptions } from "../sql/build-where";
import type { Edge } from "./find-edge";
import { includeTheRest } from "./include-the-rest";
import { buildMinuteSpans } from "./minute-spans";
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
  signal?: AbortSignal,
): Promise<Row[]> {
  const [included, windows] = await Promise.all([includeTheRest(filter), edge.layOut()]);
  const { range, others } = splitConditions({ filter: included, place }, options, unindexed);
  const conditions = [...range, ...others, ...buildMinuteSpans(filter.minutes)];
  const queries = windows.map(
    // A query of its own, for whose order no index is read.
    (window) => Prisma.sql`
      SELECT * FROM recording WHERE ${Prisma.join([...window, ...conditions], " AND ")}
      OFFSET 0`,
  );
  return queryWith<Row>(build(queries), {
    settings: { enable_seqscan: "off", jit: "off" },
    signal,
  });
}
