import { Prisma } from "@/prisma/client/client";
import type { RecordingSort } from "./filter";

export const orders: Record<RecordingSort, { column: Prisma.Sql; isDescending: boolean }> = {
  "-created_at": { column: Prisma.sql`created_at`, isDescending: true },
  created_at: { column: Prisma.sql`created_at`, isDescending: false },
  "-minutes_used": { column: Prisma.sql`minutes_used`, isDescending: true },
  minutes_used: { column: Prisma.sql`minutes_used`, isDescending: false },
};

/** The order of a list, or its reverse; the id decides between equals. */
export function buildOrder(sort: RecordingSort, { isReversed = false } = {}): Prisma.Sql {
  const { column, isDescending } = orders[sort];
  const direction = isDescending !== isReversed ? Prisma.sql`DESC` : Prisma.sql`ASC`;
  return Prisma.sql`${column} ${direction}, id ${direction}`;
}
