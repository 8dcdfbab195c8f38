import { ChoiceLink } from "@/components/list/choice-link";
import { FilterPopover } from "@/components/list/filter-popover";
import type { CustomerQuery } from "@/lib/customers/customer-filter";
import { filterHref } from "./customers-href";
import { customerFlags, noType } from "./describe-customer-filter";

type CustomerFilterBarProps = { query: CustomerQuery; types: string[] };

/** Every filter of the list, one button each. */
export function CustomerFilterBar({ query, types }: CustomerFilterBarProps) {
  return (
    <section aria-label="Filters" className="flex flex-wrap gap-2 py-1">
      {customerFlags.map(({ field, label }) => (
        <FilterPopover key={field} label={label} chosen={query.filter[field] === null ? 0 : 1}>
          <ul className="p-1.5">
            {answers.map(({ word, value }) => (
              <li key={word}>
                <ChoiceLink
                  href={filterHref(query, { [field]: value })}
                  isChosen={query.filter[field] === value}
                >
                  {word}
                </ChoiceLink>
              </li>
            ))}
          </ul>
        </FilterPopover>
      ))}
      <TypeFilter query={query} types={types} />
    </section>
  );
}

const answers = [
  { word: "Any", value: null },
  { word: "Yes", value: true },
  { word: "No", value: false },
];

/** Any of several: each choice takes itself off again. Chosen ones are listed whether they are or not. */
function TypeFilter({ query, types }: CustomerFilterBarProps) {
  const chosen = query.filter.types;
  const listed = [...new Set([...types, null, ...chosen])];
  return (
    <FilterPopover label="Type" chosen={chosen.length}>
      <ul className="p-1.5">
        {listed.map((type) => {
          const isChosen = chosen.includes(type);
          const others = chosen.filter((other) => other !== type);
          return (
            <li key={type === null ? "none" : `type ${type}`}>
              <ChoiceLink
                href={filterHref(query, { types: isChosen ? others : [...others, type] })}
                isChosen={isChosen}
              >
                <span className="min-w-0 truncate">{type ?? noType}</span>
              </ChoiceLink>
            </li>
          );
        })}
      </ul>
    </FilterPopover>
  );
}
