import { AudioLines } from "lucide-react";
import { listRemovals } from "@/components/list/chips";
import { EmptyList } from "@/components/list/paging";
import { describeFilter, type MarkNames } from "@/components/recordings/filters/filter-chips";
import { filterHref, pageHref } from "@/components/recordings/list-href";
import { ButtonLink } from "@/components/ui/controls/button-link";
import { EmptyState } from "@/components/ui/page/empty-state";
import { emptyFilter, type RecordingQuery } from "@/lib/recordings/filter/filter";
import type { Clock } from "@/lib/recordings/filter/resolve-dates";
import type { VocabularyView } from "@/lib/vocabulary/views";
import type { FirstStepsProps } from "./first-steps";
import { FirstSteps } from "./first-steps-slot";
import { recordingsStateMoreTexts } from "./more-texts.en";
import { NoMatchOffers } from "./no-match-slot";

type RecordingsEmptyProps = {
  query: RecordingQuery;
  clock: Clock;
  vocabulary: VocabularyView;
  names: MarkNames;
  /** What administrators may do where there is no call yet; null for anybody else. */
  first: FirstStepsProps | null;
};

/** Why the list shows no call. */
export function RecordingsEmpty(props: RecordingsEmptyProps) {
  const { query, clock, vocabulary, names, first } = props;
  const t = recordingsStateMoreTexts();
  const chips = describeFilter(query, clock, vocabulary, names);
  // The list without its only filter is the one with none.
  const removals = listRemovals(chips);
  return (
    <EmptyList
      things={t.calls}
      page={query.page}
      firstHref={pageHref(query, "first")}
      isFiltered={chips.length > 0}
      clearHref={filterHref(query, emptyFilter)}
      advice={t.removeFilter}
      offers={removals.length > 1 ? <NoMatchOffers offers={removals} /> : null}
    >
      {first ? (
        <>
          <EmptyState
            icon={AudioLines}
            title={t.noneYet}
            actions={
              <ButtonLink href="/settings/webhooks/first-contact" variant="primary" size="small">
                {t.connect}
              </ButtonLink>
            }
          >
            {t.registerUrl}
          </EmptyState>
          <FirstSteps {...first} />
        </>
      ) : (
        <EmptyState icon={AudioLines} title={t.noneYet}>
          {t.askAdministrator}
        </EmptyState>
      )}
    </EmptyList>
  );
}
