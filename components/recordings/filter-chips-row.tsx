import { X } from "lucide-react";
import { emptyFilter, type RecordingQuery } from "@/lib/recordings/filter";
import { describeFilter } from "./filter-chips";
import { filterHref } from "./list-href";
import { ListLink } from "./list-link";

/** What narrows the list, each part with the way to take it off. */
export function FilterChipsRow({ query }: { query: RecordingQuery }) {
  const chips = describeFilter(query);
  if (chips.length === 0) return null;
  return (
    <ul aria-label="Active filters" className="flex flex-wrap items-center gap-1.5 text-dense">
      {chips.map(({ name, verb, value, removeHref }) => (
        <li
          key={`${name} ${verb} ${value}`}
          className="flex h-7 max-w-full items-center rounded-md border border-line bg-canvas pl-2"
        >
          <span className="min-w-0 truncate">
            <span className="text-muted">
              {name} {verb}{" "}
            </span>
            <span className="font-medium">{value}</span>
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
          href={filterHref(query, emptyFilter)}
          className="flex h-7 items-center rounded-md px-2 text-muted hover:bg-hover hover:text-text"
        >
          Clear all
        </ListLink>
      </li>
    </ul>
  );
}
