import type { Route } from "next";
import { ListLink } from "./list-link";

/** One of several states of the list to choose from; the present one is marked. */
export function ChoiceLink({
  href,
  isChosen,
  children,
}: {
  href: Route;
  isChosen: boolean;
  children: React.ReactNode;
}) {
  return (
    <ListLink
      href={href}
      aria-current={isChosen ? "true" : undefined}
      className="flex min-h-8 pointer-coarse:min-h-10 items-center rounded px-2 text-muted hover:bg-hover hover:text-text aria-[current]:bg-accent-soft aria-[current]:text-accent"
    >
      {children}
    </ListLink>
  );
}
