import "server-only";
import { Prisma } from "@/prisma/client/client";
import type { RecordingFilter } from "../filter/filter";
import { findEdge } from "./find-edge";
import { readWindows } from "./read-windows";
import { splitConditions } from "./split-conditions";

/**
 * Answers a query over what a filter matches, which is a query of whole recordings, the newest
 * periods first, so that a limit to it spares reading the rest. No rows where nothing can match.
 */
export async function readFound<Row>(
  filter: RecordingFilter,
  timeZone: string,
  build: (found: Prisma.Sql) => Prisma.Sql,
  signal?: AbortSignal,
): Promise<Row[]> {
  const wanted = { filter, place: { sort: "-created_at", after: null, before: null } as const };
  const edge = await findEdge(wanted, splitConditions(wanted, { timeZone }).range, 0, signal);
  if (!edge) return [];
  const buildAll = (windows: Prisma.Sql[]) =>
    build(
      Prisma.sql`SELECT * FROM (${Prisma.join(
        windows.map((window) => Prisma.sql`(${window})`),
        " UNION ALL ",
      )}) AS found`,
    );
  return readWindows(wanted, { timeZone }, edge, buildAll, signal);
}
