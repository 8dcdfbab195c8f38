import "server-only";
import { db } from "@/lib/platform/database/db";
import type { budgets } from "@/lib/platform/settings/budgets";
import { Prisma } from "@/prisma/client/client";
import { emptyFilter, type RecordingFilter } from "../filter/filter";
import { buildWhere } from "../sql/where";
import { canUseTotals } from "./build-totals-where";

/** About how many calls match, as PostgreSQL expects it; it reads none of them. */
export async function estimateCalls(filter: RecordingFilter, timeZone: string): Promise<number> {
  const [row] = await db().$queryRaw<{ "QUERY PLAN": Plan }[]>(
    Prisma.sql`EXPLAIN (FORMAT JSON) SELECT FROM recording WHERE ${buildWhere(filter, { timeZone })}`,
  );
  return row?.["QUERY PLAN"][0]?.Plan["Plan Rows"] ?? 0;
}

type Plan = { Plan: { "Plan Rows": number } }[];
/** See `budgets.counts`. */
export type CountBudget = Record<keyof typeof budgets.counts, number>;

/** Whether all calls of the days of a filter may be read to count them: soon they need not be. */
export async function mayScan(
  filter: RecordingFilter,
  timeZone: string,
  { scanned }: CountBudget,
): Promise<boolean> {
  const { from, to } = filter;
  return (
    canUseTotals(filter) && (await estimateCalls({ ...emptyFilter, from, to }, timeZone)) <= scanned
  );
}
