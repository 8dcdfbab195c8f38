import { SearchX } from "lucide-react";
import type { Route } from "next";
import { buttonStyle } from "@/components/ui/controls/button";
import { EmptyState } from "@/components/ui/page/empty-state";
import { ListLink } from "./navigation";
import { listTexts } from "./texts.en";

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
