import { ChoiceLink, type FilterPlace, FilterPopover } from "@/components/list/filter-popover";
import { AnswerCount } from "@/components/recordings/counts/count-labels";
import { filterHref } from "@/components/recordings/list-href";
import type { FlagField, RecordingQuery } from "@/lib/recordings/filter/filter";
import { filterBarTexts } from "./bar-texts.en";

type FlagAnswersProps = {
  query: RecordingQuery;
  field: FlagField;
  words: { yes: string; no: string };
  "aria-labelledby"?: string;
  className?: string;
  /** A choice closes the popover that they stand in. */
  closes?: boolean;
};

/** The answers to a question of a call, which it may not answer at all. */
export function FlagAnswers({ query, field, words, closes = false, ...list }: FlagAnswersProps) {
  const t = filterBarTexts();
  const chosen = query.filter[field];
  return (
    <ul {...list}>
      {answers.map(({ name, value, answer }) => (
        <li key={name} className="flex items-center justify-between">
          <ChoiceLink
            href={filterHref(query, { [field]: value })}
            isChosen={chosen === value}
            closes={closes}
          >
            {name === "any" ? t.any : words[name]}
          </ChoiceLink>
          {answer ? <AnswerCount field={field} answer={answer} /> : null}
        </li>
      ))}
      {others.map(({ name, value }) =>
        chosen === value ? (
          <li key={name} className="flex items-center">
            <ChoiceLink href={filterHref(query, { [field]: value })} isChosen closes={closes}>
              {t[name]}
            </ChoiceLink>
          </li>
        ) : null,
      )}
    </ul>
  );
}

const answers = [
  { name: "any", value: null, answer: null },
  { name: "yes", value: true, answer: "yes" },
  { name: "no", value: false, answer: "no" },
] as const;

/** What the address may ask for, too. */
const others = [
  { name: "empty", value: "empty" },
  { name: "notEmpty", value: "not-empty" },
] as const;

/** Whether the number is the customer's: wrong numbers are what is looked for. */
export function PhoneFilter({ query, place }: { query: RecordingQuery; place: FilterPlace }) {
  const words = filterBarTexts().phoneNumber;
  return (
    <FilterPopover
      label={words.label}
      chosen={query.filter.phoneOk === null ? 0 : 1}
      place={place}
      className="sm:w-56"
    >
      <FlagAnswers query={query} field="phoneOk" words={words} className="p-1.5" closes />
    </FilterPopover>
  );
}
