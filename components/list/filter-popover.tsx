import { ChevronDown } from "lucide-react";
import { classNames } from "@/components/ui/class-names";
import { Popover } from "@/components/ui/overlay/popover";

/** The last one of a bar stays in view when the bar is scrolled. */
export type FilterPlace = { order: number; hasChip: boolean; isLast?: boolean };

type FilterPopoverProps = {
  label: string;
  /** How many values are chosen in it. */
  chosen: number;
  /** In a bar with chips: its place there, and whether a chip says what is chosen. */
  place?: FilterPlace;
  className?: string;
  children: React.ReactNode;
};

/** A filter of the list: a button by its name, and what can be chosen. */
export function FilterPopover({ label, chosen, place, className, children }: FilterPopoverProps) {
  return (
    <Popover
      triggerClassName={classNames(
        filterButtonStyle(chosen > 0 || place?.hasChip, place?.hasChip),
        place?.isLast && "filter-last",
      )}
      triggerStyle={place && { order: place.order }}
      trigger={
        <>
          {label}
          {chosen > 0 && !place?.hasChip ? (
            <span
              aria-hidden
              className="rounded bg-accent-solid px-1 text-on-accent text-tiny tabular-nums"
            >
              {chosen}
            </span>
          ) : null}
          {place?.hasChip ? null : (
            <ChevronDown
              aria-hidden
              className={classNames("-mr-0.5 size-3.5", place && "@max-[60rem]:hidden")}
            />
          )}
        </>
      }
      className={className ?? "sm:w-72"}
    >
      {children}
    </Popover>
  );
}

/** How the button of a filter looks; `isSet` when it narrows the list, `hasChip` when a chip says how. */
function filterButtonStyle(isSet: boolean | undefined, hasChip = false): string {
  return classNames(
    "inline-flex h-8 shrink-0 select-none items-center gap-1.5 whitespace-nowrap border px-2.5 xl:@max-[60rem]:px-2",
    hasChip ? "rounded-l-md border-r-0 focus-visible:z-1" : "rounded-md",
    "font-medium text-dense transition-colors pointer-coarse:h-10",
    isSet
      ? "border-accent/40 bg-accent-soft text-accent"
      : "border-line-strong border-dashed bg-surface text-muted hover:bg-hover hover:text-text",
  );
}

/** How a button of the list's own looks, which is no filter: there, but quiet. */
export const toolButtonStyle =
  "inline-flex h-8 shrink-0 select-none items-center gap-1.5 whitespace-nowrap rounded-md border border-line bg-surface px-2.5 font-medium text-dense text-muted transition-colors hover:bg-hover hover:text-text pointer-coarse:h-10";

/** Its text, which gives way to the icon where the list of calls has little room. */
export const toolLabelStyle = "max-sm:sr-only @max-[60rem]:sr-only";
