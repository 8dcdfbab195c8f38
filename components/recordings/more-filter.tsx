import type { RecordingQuery } from "@/lib/recordings/filter";
import { ChoiceLink } from "./choice-link";
import { yesNoFields } from "./filter-chips";
import { FilterPopover } from "./filter-popover";
import { filterHref } from "./list-href";

/** The questions that a call answers with yes or no. */
export function MoreFilter({ query }: { query: RecordingQuery }) {
  const chosen = yesNoFields.filter(({ field }) => query.filter[field] !== null).length;
  return (
    <FilterPopover label="More" chosen={chosen}>
      <div className="space-y-3 p-3">
        {yesNoFields.map(({ field, label }) => (
          <div key={field} className="space-y-1">
            <p id={`more-${field}`} className="font-medium">
              {label}
            </p>
            <ul aria-labelledby={`more-${field}`} className="flex gap-1">
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
          </div>
        ))}
      </div>
    </FilterPopover>
  );
}

const answers = [
  { word: "Any", value: null },
  { word: "Yes", value: true },
  { word: "No", value: false },
];
