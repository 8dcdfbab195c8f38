import "server-only";
import { db } from "@/lib/platform/db";
import { Prisma } from "@/prisma/client/client";
import { buildWhere } from "./build-where";
import type { RecordingFilter } from "./filter";
import type { FacetsView, FacetValueView } from "./views";

/** The values that the data has, with counts that ignore their own field's choice. */
export async function countFacets(filter: RecordingFilter, timeZone: string): Promise<FacetsView> {
  const [total, status, campaign, gender, type] = await Promise.all([
    countRecordings(filter, timeZone),
    countValues(filter, "status", Prisma.sql`status`, timeZone),
    countValues(filter, "campaign", Prisma.sql`campaign`, timeZone),
    countValues(filter, "gender", Prisma.sql`customer_gender`, timeZone),
    countValues(filter, "type", Prisma.sql`customer_type`, timeZone),
  ]);
  return { total, status, campaign, gender, type };
}

const maxValues = 500;

async function countRecordings(filter: RecordingFilter, timeZone: string): Promise<number> {
  const [row] = await db().$queryRaw<{ count: number }[]>`
    SELECT count(*)::int AS count FROM recording WHERE ${buildWhere(filter, { timeZone })}`;
  return row?.count ?? 0;
}

/** Chosen values are listed even when nothing matches them, so that they can be taken back. */
async function countValues(
  filter: RecordingFilter,
  field: "status" | "campaign" | "gender" | "type",
  column: Prisma.Sql,
  timeZone: string,
): Promise<FacetValueView[]> {
  const counted = await db().$queryRaw<FacetValueView[]>`
    SELECT ${column} AS value, count(*)::int AS count FROM recording
    WHERE ${buildWhere(filter, { timeZone, without: field })}
    GROUP BY 1 ORDER BY 2 DESC, 1 LIMIT ${maxValues}`;
  const listed = new Set(counted.map(({ value }) => value));
  const chosen = [...filter[field].include, ...filter[field].exclude];
  const missing = [...new Set(chosen)].filter((value) => !listed.has(value));
  return [...counted, ...missing.map((value) => ({ value, count: 0 }))];
}
