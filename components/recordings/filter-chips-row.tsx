import { emptyFilter, type RecordingQuery } from "@/lib/recordings/filter/filter";
import type { Clock } from "@/lib/recordings/filter/fix-days";
import type { VocabularyView } from "@/lib/vocabulary/views";
import { ActiveFilters } from "./active-filters";
import { describeFilter } from "./filter-chips";
import { filterHref } from "./list-href";

type FilterChipsRowProps = { query: RecordingQuery; clock: Clock; vocabulary: VocabularyView };

/** What narrows the list of recordings. */
export function FilterChipsRow({ query, clock, vocabulary }: FilterChipsRowProps) {
  return (
    <ActiveFilters
      chips={describeFilter(query, clock, vocabulary)}
      clearHref={filterHref(query, emptyFilter)}
    />
  );
}
