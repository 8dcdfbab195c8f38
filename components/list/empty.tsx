import { SearchX } from "lucide-react";
import type { Route } from "next";
import { buttonStyle } from "@/components/ui/controls/button";
import { EmptyState } from "@/components/ui/page/empty-state";
import { ListLink } from "./navigation";

type EmptyListProps = {
  /** What the list is of, as "calls". */
  things: string;
  page: { after: unknown; before: unknown };
  firstHref: Route;
  isFiltered: boolean;
  clearHref: Route;
  /** What to do where nothing matches. */
  advice: string;
  /** What is said where there is nothing at all yet. */
  children: React.ReactNode;
};

/** Why a list shows nothing: the page is past its end, nothing matches, or nothing is there yet. */
export function EmptyList(props: EmptyListProps) {
  const { things, page, firstHref, isFiltered, clearHref, advice, children } = props;
  if (page.after !== null || page.before !== null) {
    return (
      <EmptyState
        icon={SearchX}
        title={`No more ${things}`}
        actions={<Way href={firstHref}>First page</Way>}
      >
        This page lies past the end of the list.
      </EmptyState>
    );
  }
  if (!isFiltered) return children;
  return (
    <EmptyState
      icon={SearchX}
      title={`No ${things} match`}
      actions={<Way href={clearHref}>Clear filters</Way>}
    >
      {advice}
    </EmptyState>
  );
}

function Way({ href, children }: { href: Route; children: React.ReactNode }) {
  return (
    <ListLink href={href} className={buttonStyle("secondary", "small")}>
      {children}
    </ListLink>
  );
}
