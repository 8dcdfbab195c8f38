import type { Prisma } from "@/prisma/client/client";
import { buildKeyset } from "../sql/build-keyset";
import { buildConditions, buildDays, buildMinutes, type WhereOptions } from "../sql/build-where";
import { isByTime, type RowsWanted } from "./rows-wanted";
import type { unindexed } from "./unindexed";

/** What bounds a list in its order, and everything else. */
export function splitConditions(
  { filter, place }: Pick<RowsWanted, "filter" | "place">,
  { timeZone }: WhereOptions,
  columns: Partial<typeof unindexed> = {},
): { range: Prisma.Sql[]; others: Prisma.Sql[] } {
  const conditions = buildConditions(filter);
  const keyset = buildKeyset(place);
  const minutes = buildMinutes(filter.minutes, columns.minutes_used);
  if (isByTime(place)) {
    const days = buildDays(filter, timeZone, columns.created_at);
    return { range: [...days, keyset], others: [...conditions, ...minutes] };
  }
  return { range: [...minutes, keyset], others: [...conditions, ...buildDays(filter, timeZone)] };
}
