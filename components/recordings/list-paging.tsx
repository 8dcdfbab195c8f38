import { ChevronLeft, ChevronRight } from "lucide-react";
import { buttonStyle } from "@/components/ui/button-style";
import type { RecordingQuery, RecordingSort } from "@/lib/recordings/filter";
import { pageHref } from "./list-href";
import { ListLink } from "./list-link";

type ListPagingProps = { query: RecordingQuery; after: string | null; before: string | null };

/** The neighbouring pages of the list, by what one finds there. */
export function ListPaging({ query, after, before }: ListPagingProps) {
  if (!after && !before) return null;
  const { previous, next } = words[query.page.sort];
  const style = buttonStyle("secondary", "small");
  return (
    <nav aria-label="Pages" className="flex items-center justify-end gap-2 px-4 py-3 sm:px-6">
      {before ? (
        <>
          <ListLink
            href={pageHref(query, "first")}
            scroll
            className={buttonStyle("ghost", "small")}
          >
            First page
          </ListLink>
          <ListLink href={pageHref(query, { before })} rel="prev" scroll className={style}>
            <ChevronLeft aria-hidden className="-ml-1 size-4" />
            {previous}
          </ListLink>
        </>
      ) : null}
      {after ? (
        <ListLink href={pageHref(query, { after })} rel="next" scroll className={style}>
          {next}
          <ChevronRight aria-hidden className="-mr-1 size-4" />
        </ListLink>
      ) : null}
    </nav>
  );
}

const words: Record<RecordingSort, { previous: string; next: string }> = {
  "-created_at": { previous: "Newer", next: "Older" },
  created_at: { previous: "Older", next: "Newer" },
  "-minutes_used": { previous: "Previous", next: "Next" },
  minutes_used: { previous: "Previous", next: "Next" },
};
