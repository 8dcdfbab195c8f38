import { Prisma } from "@/prisma/client/client";
import type { RecordingFilter, RecordingPage } from "../filter/filter";
import { buildKeyset } from "../sql/order";
import type { SaidIn } from "../sql/search";
import { buildConditions, buildDays, buildMinutes, type WhereOptions } from "../sql/where";

/** What bounds a list in its order, and everything else. */
export function splitConditions(
  { filter, place }: Pick<RowsWanted, "filter" | "place">,
  { timeZone }: WhereOptions,
  columns: Partial<typeof unindexed> = {},
  said: SaidIn = "all",
): { range: Prisma.Sql[]; others: Prisma.Sql[] } {
  const conditions = buildConditions(filter, said);
  const keyset = buildKeyset(place);
  const minutes = buildMinutes(filter.minutes, columns.minutes_used);
  if (isByTime(place)) {
    const days = buildDays(filter, timeZone, columns.created_at);
    return { range: [...days, keyset], others: [...conditions, ...minutes] };
  }
  return { range: [...minutes, keyset], others: [...conditions, ...buildDays(filter, timeZone)] };
}

/** The same values, but not those of an index, which would be read from one end to the other. */
export const unindexed = {
  created_at: Prisma.sql`(created_at + interval '0')`,
  minutes_used: Prisma.sql`coalesce(minutes_used + 0, '-2147483648'::int)`,
};

/** Rows of a list after a cursor, or before one, nearest first; or from its beginning. */
export type RowsWanted = {
  columns: Prisma.Sql;
  filter: RecordingFilter;
  place: Pick<RecordingPage, "sort" | "after" | "before">;
  limit: number;
};

/** Whether the list goes on to the higher keys: it may be turned, and read backward. */
export function isUpward({ sort, before }: RowsWanted["place"]): boolean {
  return sort.startsWith("-") === (before !== null);
}

export function isByTime({ sort }: RowsWanted["place"]): boolean {
  return sort.endsWith("created_at");
}
