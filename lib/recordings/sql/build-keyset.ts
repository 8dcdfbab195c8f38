import { Prisma } from "@/prisma/client/client";
import { parseCursor } from "../filter/cursor";
import type { RecordingPage } from "../filter/filter";
import { orders } from "./build-order";

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
    ? toInstantSql(cursor.key)
    : Prisma.sql`${cursor.key}::int`;
  const comparison = isDescending === (after !== null) ? Prisma.sql`<` : Prisma.sql`>`;
  return Prisma.sql`(${column}, id) ${comparison} (${key}, ${cursor.id})`;
}

/**
 * The instant that a cursor's key stands for. By hours and what is left of one, both of which the
 * factor of an interval holds exactly: it is a double, in which microseconds of far years are lost.
 */
export function toInstantSql(key: string): Prisma.Sql {
  const micros = BigInt(key);
  return Prisma.sql`('epoch'::timestamptz
    + ${micros / hourMicros}::bigint * interval '1 hour'
    + ${micros % hourMicros}::bigint * interval '1 microsecond')`;
}

const hourMicros = 3_600_000_000n;
