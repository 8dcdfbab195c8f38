import { ChevronLeft, ChevronRight, SearchX } from "lucide-react";
import type { Route } from "next";
import { buttonStyle } from "@/components/ui/controls/button";
import { EmptyState } from "@/components/ui/page/placeholders";
import type { PageStart } from "./list-hrefs";
import { ListLink } from "./navigation";
import { listTexts } from "./texts.en";

type ListPagingProps = {
  pageHref: (start: PageStart) => Route;
  /** The cursors of the neighbouring pages; null where there is none. */
  after: string | null;
  before: string | null;
  words?: Readonly<{ previous: string; next: string }>;
};

/** The pages before and after this one, where there are any, by what one finds there. */
export function ListPaging({ pageHref, after, before, words }: ListPagingProps) {
  const t = listTexts();
  if (after === null && before === null) return null;
  const style = buttonStyle("secondary", "small");
  return (
    <nav aria-label={t.pages} className="flex items-center justify-end gap-2 px-4 py-3 sm:px-6">
      {before === null ? null : (
        <>
          <ListLink href={pageHref("first")} scroll className={buttonStyle("ghost", "small")}>
            {t.firstPage}
          </ListLink>
          <ListLink
            href={pageHref({ before })}
            rel="prev"
            aria-keyshortcuts="["
            scroll
            className={style}
          >
            <ChevronLeft aria-hidden className="-ml-1 size-4" />
            {(words ?? t).previous}
          </ListLink>
        </>
      )}
      {after === null ? null : (
        <ListLink
          href={pageHref({ after })}
          rel="next"
          aria-keyshortcuts="]"
          scroll
          className={style}
        >
          {(words ?? t).next}
          <ChevronRight aria-hidden className="-mr-1 size-4" />
        </ListLink>
      )}
    </nav>
  );
}

/** For lists in the order of time, the newest first. */
export const newestFirstWords = {
  get previous() {
    return listTexts().newer;
  },
  get next() {
    return listTexts().older;
  },
};

type EmptyListProps = {
  /** What the list is of, as "calls": many of them. */
  things: string;
  page: { after: unknown; before: unknown };
  firstHref: Route;
  isFiltered: boolean;
  clearHref: Route;
  /** What to do where nothing matches. */
  advice: string;
  /** What else leads to something, where nothing matches. */
  offers?: React.ReactNode;
  /** What is said where there is nothing at all yet. */
  children: React.ReactNode;
};

/** Why a list shows nothing: the page is past its end, nothing matches, or nothing is there yet. */
export function EmptyList(props: EmptyListProps) {
  const t = listTexts();
  const { things, page, firstHref, isFiltered, clearHref, advice, offers, children } = props;
  if (page.after !== null || page.before !== null) {
    return (
      <EmptyState
        icon={SearchX}
        title={t.noMore(things)}
        actions={<Way href={firstHref}>{t.firstPage}</Way>}
      >
        {t.pastEnd}
      </EmptyState>
    );
  }
  if (!isFiltered) return children;
  return (
    <>
      <EmptyState
        icon={SearchX}
        title={t.noneMatch(things)}
        actions={<Way href={clearHref}>{t.clearFilters}</Way>}
      >
        {advice}
      </EmptyState>
      {offers}
    </>
  );
}

function Way({ href, children }: { href: Route; children: React.ReactNode }) {
  return (
    <ListLink href={href} className={buttonStyle("secondary", "small")}>
      {children}
    </ListLink>
  );
}
