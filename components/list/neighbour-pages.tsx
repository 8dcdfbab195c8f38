import { ChevronLeft, ChevronRight } from "lucide-react";
import type { Route } from "next";
import { buttonStyle } from "@/components/ui/controls/button-style";
import { ListLink } from "./list-link";

type Neighbour = { href: Route; label: string };

type NeighbourPagesProps = { first: Route; previous: Neighbour | null; next: Neighbour | null };

/** The pages before and after this one, where there are any. */
export function NeighbourPages({ first, previous, next }: NeighbourPagesProps) {
  if (!previous && !next) return null;
  const style = buttonStyle("secondary", "small");
  return (
    <nav aria-label="Pages" className="flex items-center justify-end gap-2 px-4 py-3 sm:px-6">
      {previous ? (
        <>
          <ListLink href={first} scroll className={buttonStyle("ghost", "small")}>
            First page
          </ListLink>
          <ListLink href={previous.href} rel="prev" aria-keyshortcuts="[" scroll className={style}>
            <ChevronLeft aria-hidden className="-ml-1 size-4" />
            {previous.label}
          </ListLink>
        </>
      ) : null}
      {next ? (
        <ListLink href={next.href} rel="next" aria-keyshortcuts="]" scroll className={style}>
          {next.label}
          <ChevronRight aria-hidden className="-mr-1 size-4" />
        </ListLink>
      ) : null}
    </nav>
  );
}
