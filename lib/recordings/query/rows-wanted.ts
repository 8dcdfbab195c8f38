import type { Prisma } from "@/prisma/client/client";
import type { RecordingFilter, RecordingPage } from "../filter/filter";

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
