import { toInstantSql } from "@/lib/list/list-sql";
import { Prisma } from "@/prisma/client/client";
import { isByInstant, parseCursor, type RecordingPage, type RecordingSort } from "../filter/filter";

/** Minutes that are not known, as a key: below all that a call can have. */
export const unknownMinutes = -2_147_483_648;

/** The minutes as lists are ordered by them; an index holds this very expression. */
export const minutesKey = Prisma.sql`coalesce(minutes_used, '-2147483648'::int)`;

export const orders: Record<RecordingSort, { column: Prisma.Sql; isDescending: boolean }> = {
  "-created_at": { column: Prisma.sql`created_at`, isDescending: true },
  created_at: { column: Prisma.sql`created_at`, isDescending: false },
  "-minutes_used": { column: minutesKey, isDescending: true },
  minutes_used: { column: minutesKey, isDescending: false },
  "-changed_at": { column: Prisma.sql`changed_at`, isDescending: true },
  changed_at: { column: Prisma.sql`changed_at`, isDescending: false },
};

/** The order of a list, or its reverse; the id decides between equals. */
export function buildOrder(sort: RecordingSort, { isReversed = false } = {}): Prisma.Sql {
  const { column, isDescending } = orders[sort];
  const direction = isDescending !== isReversed ? Prisma.sql`DESC` : Prisma.sql`ASC`;
  return Prisma.sql`${column} ${direction}, id ${direction}`;
}

/** What lies after a page's cursor, or before it, in the order of the list. */
export function buildKeyset({
  sort,
  after,
  before,
}: Pick<RecordingPage, "sort" | "after" | "before">): Prisma.Sql {
  const text = after ?? before;
  const cursor = text === null ? undefined : parseCursor(text, sort);
  if (!cursor) return Prisma.sql`true`;
  const { column, isDescending } = orders[sort];
  const key = isByInstant(sort) ? toInstantSql(cursor.key) : Prisma.sql`${cursor.key}::int`;
  const comparison = isDescending === (after !== null) ? Prisma.sql`<` : Prisma.sql`>`;
  return Prisma.sql`(${column}, id) ${comparison} (${key}, ${cursor.id})`;
}
