import type { Route } from "next";
import type { FilterChip } from "@/components/recordings/filters/filter-chips";
import { ActiveFilter } from "./active-filter";
import { ListLink } from "./list-link";

/** What narrows a list, each part with the way to take it off. */
export function ActiveFilters({ chips, clearHref }: { chips: FilterChip[]; clearHref: Route }) {
  if (chips.length === 0) return null;
  return (
    <ul aria-label="Active filters" className="flex flex-wrap items-center gap-1.5 text-dense">
      {chips.map((chip, index) => (
        <ActiveFilter key={toKey(chip, chips, index)} chip={chip} />
      ))}
      <li>
        <ListLink
          href={clearHref}
          className="flex h-7 pointer-coarse:h-9 items-center rounded-md px-2 text-muted hover:bg-hover hover:text-text"
        >
          Clear all
        </ListLink>
      </li>
    </ul>
  );
}

/** A chip that is turned stays the same one, so that the focus stays in it. */
function toKey(chip: FilterChip, chips: FilterChip[], index: number): string {
  const toName = ({ name, value, turn }: FilterChip) =>
    turn?.part === "verb" ? `${name} ${value}` : name;
  const earlier = chips.slice(0, index).filter((other) => toName(other) === toName(chip));
  return `${toName(chip)} ${earlier.length}`;
}
