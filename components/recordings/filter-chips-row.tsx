import { emptyFilter, type RecordingQuery } from "@/lib/recordings/filter";
import { ActiveFilters } from "./active-filters";
import { describeFilter } from "./filter-chips";
import { filterHref } from "./list-href";

/** What narrows the list of recordings. */
export function FilterChipsRow({ query }: { query: RecordingQuery }) {
  return <ActiveFilters chips={describeFilter(query)} clearHref={filterHref(query, emptyFilter)} />;
}
