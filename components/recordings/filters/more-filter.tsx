import { ChoiceLink, type FilterPlace, FilterPopover } from "@/components/list/filter-popover";
import { ListForm } from "@/components/list/navigation";
import { AnswerCount } from "@/components/recordings/counts/count-labels";
import { filterHref, otherParameters } from "@/components/recordings/list-href";
import { Button } from "@/components/ui/controls/button";
import { Field } from "@/components/ui/controls/field";
import { me, type RecordingQuery, type ValueFilter } from "@/lib/recordings/filter/filter";
import { yesNoFields } from "./filter-choices";

type MoreFilterProps = { query: RecordingQuery; place: FilterPlace };

/** The questions that a call answers with yes or no, some maybe not at all, and since when it is as it is. */
export function MoreFilter({ query, place }: MoreFilterProps) {
  const { changedSince } = query.filter;
  const answered = yesNoFields.filter(({ field }) => query.filter[field] !== null).length;
  const { notes, mentioned } = query.filter;
  const said = [notes, mentioned].filter((one) => !isOnly(one, undefined)).length;
  const chosen = answered + said + (changedSince === null ? 0 : 1);
  return (
    <FilterPopover
      label="More"
      chosen={chosen}
      place={place}
      className="sm:max-h-[min(32rem,80dvh)] sm:w-80"
    >
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
      <div className="space-y-1 border-line border-t p-3">
        <p id="more-notes" className="font-medium">
          Notes
        </p>
        <ul aria-labelledby="more-notes" className="flex flex-wrap">
          {notePresets.map(({ label, notes, mentioned }) => (
            <li key={label}>
              <ChoiceLink
                href={filterHref(query, { notes: only(notes), mentioned: only(mentioned) })}
                isChosen={
                  isOnly(query.filter.notes, notes) && isOnly(query.filter.mentioned, mentioned)
                }
              >
                {label}
              </ChoiceLink>
            </li>
          ))}
        </ul>
      </div>
      <div className="space-y-2 border-line border-t p-3">
        <p id="more-changed" className="font-medium">
          Changed
        </p>
        <ul aria-labelledby="more-changed" className="flex flex-wrap">
          {changePresets.map(({ label, days }) => (
            <li key={label}>
              <ChoiceLink
                href={filterHref(query, { changedSince: days })}
                isChosen={changedSince === days}
              >
                {label}
              </ChoiceLink>
            </li>
          ))}
        </ul>
        <ListForm
          others={otherParameters(query, ["changed_since"])}
          className="flex items-end gap-2"
        >
          <Field
            type="date"
            className={dateStyle}
            key={changedSince}
            label="Since"
            name="changed_since"
            defaultValue={/^[\d-]+$/.test(changedSince ?? "") ? (changedSince ?? "") : ""}
          />
          <Button type="submit" size="small">
            Apply
          </Button>
        </ListForm>
      </div>
    </FilterPopover>
  );
}

const dateStyle = "px-2 [&::-webkit-calendar-picker-indicator]:hidden";

const notePresets = [
  { label: "Any", notes: undefined, mentioned: undefined },
  { label: "Yes", notes: "true", mentioned: undefined },
  { label: "No", notes: null, mentioned: undefined },
  { label: "Mentions me", notes: undefined, mentioned: me },
];

function only(value: string | null | undefined): ValueFilter {
  return { include: value === undefined ? [] : [value], exclude: [] };
}

function isOnly(filter: ValueFilter, value: string | null | undefined): boolean {
  return filter.exclude.length === 0 && filter.include.join() === only(value).include.join();
}

const changePresets = [
  { label: "Any time", days: null },
  { label: "Today", days: "today" },
  { label: "Yesterday", days: "yesterday" },
  { label: "Last 7 days", days: "last-7-days" },
] as const;

const answers = [
  { word: "Any", value: null, answer: null },
  { word: "Yes", value: true, answer: "yes" },
  { word: "No", value: false, answer: "no" },
] as const;

/** What the address may ask for, too. */
const others = [
  { word: "Empty", value: "empty" },
  { word: "Not empty", value: "not-empty" },
] as const;
