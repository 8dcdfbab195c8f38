import { AudioLines } from "lucide-react";
import { EmptyList } from "@/components/list/empty";
import { describeFilter } from "@/components/recordings/filters/filter-chips";
import { filterHref, pageHref } from "@/components/recordings/list-href";
import { ButtonLink } from "@/components/ui/controls/button-link";
import { EmptyState } from "@/components/ui/page/empty-state";
import { emptyFilter, type RecordingQuery } from "@/lib/recordings/filter/filter";

type RecordingsEmptyProps = { query: RecordingQuery; isAdministrator: boolean };

/** Why the list shows no call. */
export function RecordingsEmpty({ query, isAdministrator }: RecordingsEmptyProps) {
  return (
    <EmptyList
      things="calls"
      page={query.page}
      firstHref={pageHref(query, "first")}
      isFiltered={describeFilter(query).length > 0}
      clearHref={filterHref(query, emptyFilter)}
      advice="Remove a filter, or clear them all."
    >
      {isAdministrator ? (
        <EmptyState
          icon={AudioLines}
          title="No recordings yet"
          actions={
            <ButtonLink href="/settings/webhooks/first-contact" variant="primary" size="small">
              Connect your calling service
            </ButtonLink>
          }
        >
          Register Earshot’s webhook URL with your calling service. Each call then appears here by
          itself when it has ended.
        </EmptyState>
      ) : (
        <EmptyState icon={AudioLines} title="No recordings yet">
          Calls appear here automatically when they end. If you expect calls, ask an administrator
          whether the calling service is connected.
        </EmptyState>
      )}
    </EmptyList>
  );
}
