import type { Route } from "next";
import { toListHref } from "@/components/list/to-list-href";
import type { RecordingQuery } from "@/lib/recordings/filter/filter";
import { addSearch, readSearch } from "@/lib/recordings/filter/read-search";
import { otherParameters } from "./list-href";

/** The list's address when filters are written in its search, as parameters; null: none is. */
export function writtenFilterHref(query: RecordingQuery): Route | null {
  const read = readSearch(query.filter.q);
  if (read.parameters.length === 0) return null;
  return toListHref(addSearch(otherParameters(query, ["q"]), read));
}
