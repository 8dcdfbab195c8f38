import { Prisma } from "@/prisma/client/client";
import { orders } from "./build-order";
import { parseCursor } from "./cursor";
import type { RecordingPage } from "./filter";

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
  const key = sort.endsWith("created_at")
    ? Prisma.sql`'epoch'::timestamptz + ${cursor.key}::bigint * interval '1 microsecond'`
    : Prisma.sql`${cursor.key}::int`;
  const comparison = isDescending === (after !== null) ? Prisma.sql`<` : Prisma.sql`>`;
  return Prisma.sql`(${column}, id) ${comparison} (${key}, ${cursor.id})`;
}
