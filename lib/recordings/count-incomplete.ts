import "server-only";
import { db } from "@/lib/platform/db";
import { Prisma } from "@/prisma/client/client";
import { buildWhere, flagColumns, type WhereOptions } from "./build-where";
import type { FlagField, RecordingFilter } from "./filter";

/** How many calls are incomplete, and of how many of them an answer is not known. */
export type IncompleteCount = { all: number } & Record<Exclude<FlagField, "incomplete">, number>;

/** Counted along an index of these alone, so that whole ones cost nothing. */
export async function countIncomplete(
  filter: RecordingFilter,
  options: WhereOptions,
): Promise<IncompleteCount> {
  const { transcript, confirmed, phoneOk } = flagColumns;
  const unknown = (column: Prisma.Sql) =>
    Prisma.sql`count(*) FILTER (WHERE ${column} IS NULL)::int`;
  const [row] = await db().$queryRaw<IncompleteCount[]>`
    SELECT count(*)::int AS "all", ${unknown(transcript)} AS transcript,
      ${unknown(confirmed)} AS confirmed, ${unknown(phoneOk)} AS "phoneOk"
    FROM recording WHERE is_incomplete AND ${buildWhere(filter, options)}`;
  return row ?? { all: 0, transcript: 0, confirmed: 0, phoneOk: 0 };
}
