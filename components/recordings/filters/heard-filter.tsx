import { ChoiceLink, type FilterPlace, FilterPopover } from "@/components/list/filter-popover";
import { HeardCount } from "@/components/recordings/counts/heard-count";
import { filterHref, otherParameters } from "@/components/recordings/list-href";
import { markFieldLabels } from "@/components/vocabulary/values";
import { emptyFilter, type RecordingQuery, type ValueFilter } from "@/lib/recordings/filter/filter";
import { filterBarTexts } from "./bar-texts.en";

type HeardFilterProps = { query: RecordingQuery; place: FilterPlace };

/** Who has heard a call: the viewer, anybody, or all of them half of it. */
export function HeardFilter({ query, place }: HeardFilterProps) {
  const t = filterBarTexts();
  const { heard } = query.filter;
  const chosen = heard.include.length + heard.exclude.length;
  const parameters = `${new URLSearchParams(otherParameters(query, ["heard"]))}`;
  return (
    <FilterPopover label={markFieldLabels.heard} chosen={chosen} place={place}>
      <ul className="p-1.5">
        {choices.map(({ name, of, side }) => {
          const filter = toFilter(of, side);
          return (
            <li key={name} className="flex items-center justify-between">
              <ChoiceLink
                href={filterHref(query, { heard: filter })}
                isChosen={JSON.stringify(filter) === JSON.stringify(heard)}
                closes
              >
                {t.heard[name]}
              </ChoiceLink>
              <HeardCount {...{ of, side, parameters }} />
            </li>
          );
        })}
        {chosen > 0 ? (
          <li>
            <ChoiceLink
              href={filterHref(query, { heard: emptyFilter.heard })}
              isChosen={false}
              closes
            >
              {t.clear}
            </ChoiceLink>
          </li>
        ) : null}
      </ul>
      <p className="border-line border-t px-3.5 py-2.5 text-muted text-xs">{t.whenHeard}</p>
    </FilterPopover>
  );
}

const choices = [
  { name: "notByMe", of: "me", side: "unheard" },
  { name: "byMe", of: "me", side: "heard" },
  { name: "notByAnyone", of: "anyone", side: "unheard" },
  { name: "byAnyone", of: "anyone", side: "heard" },
  { name: "lessThanHalf", of: "half", side: "unheard" },
  { name: "atLeastHalf", of: "half", side: "heard" },
] as const;

function toFilter(value: string, side: "heard" | "unheard"): ValueFilter {
  return side === "heard" ? { include: [value], exclude: [] } : { include: [], exclude: [value] };
}
