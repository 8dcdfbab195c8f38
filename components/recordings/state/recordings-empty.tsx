import { AudioLines } from "lucide-react";
import { EmptyList } from "@/components/list/empty";
import { describeFilter } from "@/components/recordings/filters/filter-chips";
import { filterHref, pageHref } from "@/components/recordings/list-href";
import { ButtonLink } from "@/components/ui/controls/button-link";
import { EmptyState } from "@/components/ui/page/empty-state";
import { emptyFilter, type RecordingQuery } from "@/lib/recordings/filter/filter";
import type { FirstStepsProps } from "./first-steps";
import { FirstSteps } from "./first-steps-slot";
import { recordingsStateMoreTexts } from "./more-texts.en";

type RecordingsEmptyProps = {
  query: RecordingQuery;
  /** What administrators may do where there is no call yet; null for anybody else. */
  first: FirstStepsProps | null;
};

/** Why the list shows no call. */
export function RecordingsEmpty({ query, first }: RecordingsEmptyProps) {
  const t = recordingsStateMoreTexts();
  return (
    <EmptyList
      things={t.calls}
      page={query.page}
      firstHref={pageHref(query, "first")}
      isFiltered={describeFilter(query).length > 0}
      clearHref={filterHref(query, emptyFilter)}
      advice={t.removeFilter}
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
