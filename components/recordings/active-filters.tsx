import { X } from "lucide-react";
import type { Route } from "next";
import { RawValue } from "@/components/vocabulary/raw-value";
import { ToneDot } from "@/components/vocabulary/tone-dot";
import type { FilterChip } from "./filter-chips";
import { ListLink } from "./list-link";

/** What narrows a list, each part with the way to take it off. */
export function ActiveFilters({ chips, clearHref }: { chips: FilterChip[]; clearHref: Route }) {
  if (chips.length === 0) return null;
  return (
    <ul aria-label="Active filters" className="flex flex-wrap items-center gap-1.5 text-dense">
      {chips.map(({ name, verb, value, raw, tone, removeHref }) => (
        <li
          key={`${name} ${verb} ${raw ?? value}`}
          className="flex h-7 max-w-full items-center rounded-md border border-line bg-canvas pl-2"
        >
          <span className="min-w-0 truncate">
            <span className="text-muted">
              {name} {verb}{" "}
            </span>
            <ToneDot tone={tone} /> <bdi className="font-medium">{value}</bdi>{" "}
            <RawValue>{raw}</RawValue>
          </span>
          <ListLink
            href={removeHref}
            aria-label={`Remove ${name} ${verb} ${value}`}
            className="ml-1 flex size-6.5 shrink-0 items-center justify-center rounded-md text-muted hover:bg-pressed hover:text-text"
          >
            <X aria-hidden className="size-3.5" />
          </ListLink>
        </li>
      ))}
      <li>
        <ListLink
          href={clearHref}
          className="flex h-7 items-center rounded-md px-2 text-muted hover:bg-hover hover:text-text"
        >
          Clear all
        </ListLink>
      </li>
    </ul>
  );
}
