import { ChoiceLink, type FilterPlace, FilterPopover } from "@/components/list/filter-popover";
import { HeardCount } from "@/components/recordings/counts/heard-count";
import { filterHref, otherParameters } from "@/components/recordings/list-href";
import { emptyFilter, type RecordingQuery, type ValueFilter } from "@/lib/recordings/filter/filter";

type HeardFilterProps = { query: RecordingQuery; place: FilterPlace };

/** Who has heard a call: the viewer, anybody, or all of them half of it. */
export function HeardFilter({ query, place }: HeardFilterProps) {
  const { heard } = query.filter;
  const chosen = heard.include.length + heard.exclude.length;
  const parameters = `${new URLSearchParams(otherParameters(query, ["heard"]))}`;
  return (
    <FilterPopover label="Heard" chosen={chosen} place={place}>
      <ul className="p-1.5">
        {choices.map(({ label, of, side }) => {
          const filter = toFilter(of, side);
          return (
            <li key={label} className="flex items-center justify-between">
              <ChoiceLink
                href={filterHref(query, { heard: filter })}
                isChosen={JSON.stringify(filter) === JSON.stringify(heard)}
              >
                {label}
              </ChoiceLink>
              <HeardCount {...{ of, side, parameters }} />
            </li>
          );
        })}
        {chosen > 0 ? (
          <li>
            <ChoiceLink href={filterHref(query, { heard: emptyFilter.heard })} isChosen={false}>
              Clear
            </ChoiceLink>
          </li>
        ) : null}
      </ul>
      <p className="border-line border-t px-3.5 py-2.5 text-muted text-xs">
        A call counts as heard after 3 seconds. Press U to play the next unheard call.
      </p>
    </FilterPopover>
  );
}

const choices = [
  { label: "Not heard by me", of: "me", side: "unheard" },
  { label: "Heard by me", of: "me", side: "heard" },
  { label: "Not heard by anyone", of: "anyone", side: "unheard" },
  { label: "Heard by anyone", of: "anyone", side: "heard" },
  { label: "Less than half heard", of: "half", side: "unheard" },
  { label: "At least half heard", of: "half", side: "heard" },
] as const;

function toFilter(value: string, side: "heard" | "unheard"): ValueFilter {
  return side === "heard" ? { include: [value], exclude: [] } : { include: [], exclude: [value] };
}
