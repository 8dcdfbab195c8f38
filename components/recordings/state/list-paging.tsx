import { NeighbourPages } from "@/components/list/neighbour-pages";
import { pageHref } from "@/components/recordings/list-href";
import type { RecordingQuery, RecordingSort } from "@/lib/recordings/filter/filter";

type ListPagingProps = { query: RecordingQuery; after: string | null; before: string | null };

/** The neighbouring pages of the list, by what one finds there. */
export function ListPaging({ query, after, before }: ListPagingProps) {
  const { previous, next } = words[query.page.sort];
  return (
    <NeighbourPages
      first={pageHref(query, "first")}
      previous={before ? { href: pageHref(query, { before }), label: previous } : null}
      next={after ? { href: pageHref(query, { after }), label: next } : null}
    />
  );
}

const words: Record<RecordingSort, { previous: string; next: string }> = {
  "-created_at": { previous: "Newer", next: "Older" },
  created_at: { previous: "Older", next: "Newer" },
  "-minutes_used": { previous: "Previous", next: "Next" },
  minutes_used: { previous: "Previous", next: "Next" },
};
