import { ActiveFilters } from "@/components/list/active-filters";
import { filterHref } from "@/components/recordings/list-href";
import { emptyFilter, type RecordingQuery } from "@/lib/recordings/filter/filter";
import type { Clock } from "@/lib/recordings/filter/fix-days";
import type { VocabularyView } from "@/lib/vocabulary/views";
import { describeFilter } from "./filter-chips";

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
