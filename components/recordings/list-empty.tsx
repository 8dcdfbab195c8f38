import { AudioLines, SearchX } from "lucide-react";
import { ButtonLink } from "@/components/ui/button-link";
import { buttonStyle } from "@/components/ui/button-style";
import { EmptyState } from "@/components/ui/empty-state";
import { emptyFilter, type RecordingQuery } from "@/lib/recordings/filter";
import { describeFilter } from "./filter-chips";
import { filterHref, pageHref } from "./list-href";
import { ListLink } from "./list-link";

/** Why the list shows no call: none matches, the page is past the end, or none has come yet. */
export function ListEmpty({ query }: { query: RecordingQuery }) {
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
  return (
    <EmptyState
      icon={AudioLines}
      title="No recordings yet"
      actions={
        <ButtonLink href="/settings/webhooks" variant="primary" size="small">
          Show the webhook URL
        </ButtonLink>
      }
    >
      Register Earshot’s webhook URL with your calling service, under Settings, Webhooks. Each call
      then appears here by itself when it has ended.
    </EmptyState>
  );
}
