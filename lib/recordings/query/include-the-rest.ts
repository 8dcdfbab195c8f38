import "server-only";
import { db } from "@/lib/platform/database/db";
import { Prisma } from "@/prisma/client/client";
import type { RecordingFilter, ValueFilter } from "../filter/filter";

/**
 * The same filter, but saying which statuses and campaigns it lets through where it said which it
 * doesn't: an index can be asked for what is there only. Where too many are left it stays as it is.
 */
export async function includeTheRest(filter: RecordingFilter): Promise<RecordingFilter> {
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
  const values = include.length > 0 ? include : await listValues(Prisma.raw(column));
  // A status that is none is stored as ''.
  const rest = values.filter((value) => !exclude.includes(value || null));
  const isFew = values.length < mostValues && rest.length > 0 && rest.length <= mostIncluded;
  return isFew ? { include: rest, exclude: [] } : choice;
}

/** Each is one step along the index. */
async function listValues(column: Prisma.Sql): Promise<(string | null)[]> {
  const rows = await db().$queryRaw<{ value: string | null }[]>`
    WITH RECURSIVE found AS (
      (SELECT ${column} AS value FROM recording WHERE ${column} IS NOT NULL ORDER BY 1 LIMIT 1)
      UNION ALL
      SELECT (SELECT ${column} FROM recording WHERE ${column} > found.value ORDER BY 1 LIMIT 1)
      FROM found WHERE found.value IS NOT NULL
    )
    SELECT value FROM found WHERE value IS NOT NULL LIMIT ${mostValues}`;
  return [...rows.map(({ value }) => value), null];
}
