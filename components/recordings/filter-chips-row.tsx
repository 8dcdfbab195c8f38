import { emptyFilter, type RecordingQuery } from "@/lib/recordings/filter";
import type { VocabularyView } from "@/lib/vocabulary/views";
import { ActiveFilters } from "./active-filters";
import { describeFilter } from "./filter-chips";
import { filterHref } from "./list-href";

type FilterChipsRowProps = { query: RecordingQuery; vocabulary: VocabularyView };

/** What narrows the list of recordings. */
export function FilterChipsRow({ query, vocabulary }: FilterChipsRowProps) {
  return (
    <ActiveFilters
      chips={describeFilter(query, vocabulary)}
      clearHref={filterHref(query, emptyFilter)}
    />
  );
}
