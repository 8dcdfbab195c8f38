import { ChoiceLink } from "@/components/list/choice-link";
import { FilterPopover } from "@/components/list/filter-popover";
import { filterHref } from "@/components/recordings/list-href";
import type { RecordingQuery } from "@/lib/recordings/filter/filter";
import { AnswerCount } from "./answer-count";
import { yesNoFields } from "./yes-no-fields";

type MoreFilterProps = { query: RecordingQuery };

/** The questions that a call answers with yes or no; of an incomplete one an answer may be empty. */
export function MoreFilter({ query }: MoreFilterProps) {
  const chosen = yesNoFields.filter(({ field }) => query.filter[field] !== null).length;
  return (
    <FilterPopover label="More" chosen={chosen}>
      <div className="space-y-3 p-3">
        {yesNoFields.map(({ field, label }) => (
          <div key={field} className="space-y-1">
            <p id={`more-${field}`} className="font-medium">
              {label}
            </p>
            <ul aria-labelledby={`more-${field}`} className="flex gap-3">
              {answers.map(({ word, value, answer }) => (
                <li key={word} className="flex items-center">
                  <ChoiceLink
                    href={filterHref(query, { [field]: value })}
                    isChosen={query.filter[field] === value}
                  >
                    {word}
                  </ChoiceLink>
                  {answer ? <AnswerCount field={field} answer={answer} /> : null}
                </li>
              ))}
              {others.map(({ word, value }) =>
                query.filter[field] === value ? (
                  <li key={word} className="flex items-center">
                    <ChoiceLink href={filterHref(query, { [field]: value })} isChosen>
                      {word}
                    </ChoiceLink>
                  </li>
                ) : null,
              )}
            </ul>
          </div>
        ))}
      </div>
    </FilterPopover>
  );
}

const answers = [
  { word: "Any", value: null, answer: null },
  { word: "Yes", value: true, answer: "yes" },
  { word: "No", value: false, answer: "no" },
] as const;

/** What the address may ask for, too. */
const others = [
  { word: "Empty", value: "empty" },
  { word: "Not empty", value: "told" },
] as const;
