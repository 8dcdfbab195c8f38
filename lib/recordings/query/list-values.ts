import "server-only";
import { db } from "@/lib/platform/database/db";
import { Prisma } from "@/prisma/client/client";

export const valueColumns = {
  status: Prisma.sql`status`,
  campaign: Prisma.sql`campaign`,
};

/**
 * The values that a column of calls has, in its order, at most so many: each is one step along the
 * index, so it costs the same however many calls there are.
 */
export async function listValues(
  column: keyof typeof valueColumns,
  most: number,
): Promise<string[]> {
  const values: string[] = [];
  while (values.length < most) {
    const [row] = await db().$queryRaw<{ value: string | null }[]>`
      ${buildNextValue(column, values.at(-1) ?? null)}`;
    if (typeof row?.value !== "string") break;
    values.push(row.value);
  }
  return values;
}

/** The first value behind another one. */
export function buildNextValue(
  column: keyof typeof valueColumns,
  behind: string | null,
): Prisma.Sql {
  const name = valueColumns[column];
  const where = behind === null ? Prisma.sql`IS NOT NULL` : Prisma.sql`> ${behind}`;
  return Prisma.sql`SELECT min(${name}) AS value FROM recording WHERE ${name} ${where}`;
}
