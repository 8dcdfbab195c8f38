"use client";

import type { Route } from "next";
import { ListLink } from "@/components/list/navigation";

type ViewLinkProps = { query: string; isActive: boolean; children: React.ReactNode };

/** Leads to the list of a view, and closes the menu that it stands in. */
export function ViewLink({ query, isActive, children }: ViewLinkProps) {
  return (
    <ListLink
      href={viewHref(query)}
      scroll
      aria-current={isActive ? "true" : undefined}
      onClick={(event) => {
        const isPlain = !(event.ctrlKey || event.metaKey || event.shiftKey || event.altKey);
        if (isPlain) event.currentTarget.closest<HTMLElement>("[popover]")?.hidePopover();
      }}
      className="flex min-h-8 pointer-coarse:min-h-10 min-w-0 flex-1 items-center rounded px-2 text-muted hover:bg-hover hover:text-text aria-[current]:bg-accent-soft aria-[current]:text-accent"
    >
      <bdi className="truncate">{children}</bdi>
    </ListLink>
  );
}

/** The address of the list that a view shows. */
export function viewHref(query: string): Route {
  return query === "" ? "/recordings" : (`/recordings?${query}` as Route);
}
