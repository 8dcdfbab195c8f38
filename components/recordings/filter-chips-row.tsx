import { emptyFilter, type RecordingQuery } from "@/lib/recordings/filter";
import type { Clock } from "@/lib/recordings/fix-days";
import { ActiveFilters } from "./active-filters";
import { describeFilter } from "./filter-chips";
import { filterHref } from "./list-href";

/** What narrows the list of recordings. */
export function FilterChipsRow({ query, clock }: { query: RecordingQuery; clock: Clock }) {
  return (
    <ActiveFilters
      chips={describeFilter(query, clock)}
      clearHref={filterHref(query, emptyFilter)}
    />
  );
}
