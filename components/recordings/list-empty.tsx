import { AudioLines, SearchX } from "lucide-react";
import { ButtonLink } from "@/components/ui/button-link";
import { buttonStyle } from "@/components/ui/button-style";
import { EmptyState } from "@/components/ui/empty-state";
import { emptyFilter, type RecordingQuery } from "@/lib/recordings/filter";
import { describeFilter } from "./filter-chips";
import { filterHref, pageHref } from "./list-href";
import { ListLink } from "./list-link";

type ListEmptyProps = { query: RecordingQuery; isAdministrator: boolean };

/** Why the list shows no call: none matches, the page is past the end, or none has come yet. */
export function ListEmpty({ query, isAdministrator }: ListEmptyProps) {
  if (query.page.after || query.page.before) {
    return (
      <EmptyState
        icon={SearchX}
        title="No more calls"
        actions={
          <ListLink href={pageHref(query, "first")} className={buttonStyle("secondary", "small")}>
            First page
          </ListLink>
        }
      >
        This page lies past the end of the list.
      </EmptyState>
    );
  }
  if (describeFilter(query).length > 0) {
    return (
      <EmptyState
        icon={SearchX}
        title="No calls match"
        actions={
          <ListLink
            href={filterHref(query, emptyFilter)}
            className={buttonStyle("secondary", "small")}
          >
            Clear filters
          </ListLink>
        }
      >
        No call has everything that the filters ask for. Take one off, or clear them all.
      </EmptyState>
    );
  }
  return isAdministrator ? (
    <EmptyState
      icon={AudioLines}
      title="No recordings yet"
      actions={
        <ButtonLink href="/settings/webhooks/first-contact" variant="primary" size="small">
          Wait for the first call
        </ButtonLink>
      }
    >
      Register Earshot’s webhook URL with your calling service. Each call then appears here by
      itself when it has ended.
    </EmptyState>
  ) : (
    <EmptyState icon={AudioLines} title="No recordings yet">
      Each call appears here by itself when it has ended. If you expect calls, ask an administrator
      whether the calling service is connected.
    </EmptyState>
  );
}
