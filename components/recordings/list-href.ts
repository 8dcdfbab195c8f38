import type { Route } from "next";
import { toListHref } from "@/components/list/href";
import { newListHrefs } from "@/components/list/list-hrefs";
import type { RecordingQuery } from "@/lib/recordings/filter/filter";
import { writeRecordingQuery } from "@/lib/recordings/filter/filter-url";
import { addSearch, readSearch } from "@/lib/recordings/filter/read-search";

export const { listHref, filterHref, sortHref, pageHref, otherParameters } =
  newListHrefs<RecordingQuery>("/recordings", writeRecordingQuery, { open: null });

/** The list's address when filters are written in its search, as parameters; null: none is. */
export function writtenFilterHref(query: RecordingQuery): Route | null {
  const read = readSearch(query.filter.q);
  if (read.parameters.length === 0) return null;
  return toListHref(addSearch(otherParameters(query, ["q"]), read));
}
