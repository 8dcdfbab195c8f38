import { ChevronDown } from "lucide-react";
import type { Route } from "next";
import { Popover } from "@/components/ui/overlay/popover";
import { ListLink } from "./navigation";
import { filterButtonStyle } from "./styles";

type FilterPopoverProps = {
  label: string;
  /** How many values are chosen in it. */
  chosen: number;
  className?: string;
  children: React.ReactNode;
};

/** A filter of the list: a button by its name, and what can be chosen. */
export function FilterPopover({ label, chosen, className, children }: FilterPopoverProps) {
  return (
    <Popover
      triggerClassName={filterButtonStyle(chosen > 0)}
      trigger={
        <>
          {label}
          {chosen > 0 ? (
            <span
              aria-hidden
              className="rounded bg-accent-solid px-1 text-on-accent text-tiny tabular-nums"
            >
              {chosen}
            </span>
          ) : null}
          <ChevronDown aria-hidden className="-mr-0.5 size-3.5" />
        </>
      }
      className={className ?? "sm:w-72"}
    >
      {children}
    </Popover>
  );
}

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
