import type { Route } from "next";
import { classNames } from "@/components/ui/class-names";
import { ListLink } from "./navigation";

type ChoiceLinkProps = {
  href: Route;
  isChosen: boolean;
  /** The popover, where whoever chooses wants nothing more of it. */
  closes?: boolean;
  children: React.ReactNode;
};

/** One of several states of the list to choose from; the present one is marked. */
export function ChoiceLink({ href, isChosen, closes, children }: ChoiceLinkProps) {
  return (
    <ListLink
      href={href}
      closes={closes}
      aria-current={isChosen ? "true" : undefined}
      className="flex min-h-8 pointer-coarse:min-h-10 items-center rounded px-2 text-muted hover:bg-hover hover:text-text aria-[current]:bg-accent-soft aria-[current]:text-accent"
    >
      {children}
    </ListLink>
  );
}

type ChoiceListProps = {
  choices: { key?: string; label: string; href: Route; isChosen: boolean }[];
  closes?: boolean;
  className?: string;
};

/** What can be chosen, one below the other. */
export function ChoiceList({ choices, closes, className }: ChoiceListProps) {
  return (
    <ul className={classNames("p-1.5", className)}>
      {choices.map(({ label, key = label, ...choice }) => (
        <li key={key}>
          <ChoiceLink {...choice} closes={closes}>
            <span className="min-w-0 truncate">{label}</span>
          </ChoiceLink>
        </li>
      ))}
    </ul>
  );
}
