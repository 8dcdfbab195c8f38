import {
  type FacetField,
  toFacetSelection,
  toMergedTokens,
} from "@/components/recordings/counts/facet-options";
import { otherParameters } from "@/components/recordings/list-href";
import { valueFieldLabels } from "@/components/vocabulary/value-labels";
import type { RecordingQuery } from "@/lib/recordings/filter/filter";
import type { VocabularyView } from "@/lib/vocabulary/views";
import { DateFilter } from "./date-filter";
import { FacetFilter } from "./facet-filter";
import { MinutesFilter } from "./minutes-filter";
import { MoreFilter } from "./more-filter";

type FilterBarProps = {
  query: RecordingQuery;
  now: Date;
  timeZone: string;
  vocabulary: VocabularyView;
};

/** Every filter of the list, one button each. */
export function FilterBar({ query, now, timeZone, vocabulary }: FilterBarProps) {
  const merged = toMergedTokens(vocabulary);
  const facet = (field: FacetField) => (
    <FacetFilter
      field={field}
      label={valueFieldLabels[field]}
      selection={toFacetSelection(field, query.filter[field])}
      merged={merged[field] ?? []}
      others={otherParameters(query, [field])}
    />
  );
  return (
    <section
      aria-label="Filters"
      className="-mx-4 flex gap-2 overflow-x-auto px-4 py-1 [scrollbar-width:none] sm:mx-0 sm:flex-wrap sm:overflow-visible sm:px-0 xl:@max-[60rem]:gap-1"
    >
      {facet("status")}
      {facet("campaign")}
      <DateFilter query={query} now={now} timeZone={timeZone} />
      <MinutesFilter query={query} />
      {facet("gender")}
      {facet("type")}
      <MoreFilter query={query} />
    </section>
  );
}
