import { ChevronDown } from "lucide-react";
import { Popover } from "@/components/ui/overlay/popover";
import { filterButtonStyle } from "./filter-button-style";

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
