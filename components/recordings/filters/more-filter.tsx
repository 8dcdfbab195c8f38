import { type FilterPlace, FilterPopover } from "@/components/list/filter-popover";
import { ChoiceList } from "@/components/list/header";
import { ListForm } from "@/components/list/navigation";
import { listTexts } from "@/components/list/texts.en";
import { AnswerCount } from "@/components/recordings/counts/list-counts";
import { filterHref, otherParameters } from "@/components/recordings/list-href";
import { BulkSlot, type BulkTranscriptActions } from "@/components/transcript/transcript-section";
import { Button } from "@/components/ui/controls/button";
import { Field } from "@/components/ui/controls/field";
import { markFieldLabels, valueFieldLabels } from "@/components/vocabulary/values";
import { texts } from "@/lib/language/texts";
import {
  type FlagField,
  me,
  type RecordingQuery,
  type ValueFilter,
} from "@/lib/recordings/filter/filter";
import { filterBarTexts, nameRelativeDays, yesNoFields } from "./filter-choices";
import { ProtectSlot } from "./filter-controls";
import type { ProtectListActions } from "./protect-calls";

type MoreFilterProps = {
  query: RecordingQuery;
  place: FilterPlace;
  transcribe: BulkTranscriptActions | null;
  protection: ProtectListActions | null;
  /** The values of the gender, to choose from. */
  gender: React.ReactNode;
};

/** What is asked for less often: yes or no, the gender, what people did with a call, and since when it is as it is. */
export function MoreFilter({ query, place, transcribe, protection, gender }: MoreFilterProps) {
  const t = filterBarTexts();
  const { changedSince } = query.filter;
  const parameters = new URLSearchParams(otherParameters(query, [])).toString();
  const answered = flags.filter(({ field }) => query.filter[field] !== null).length;
  const { notes, mentioned } = query.filter;
  const said = [notes, mentioned, query.filter.protected, query.filter.text].filter(
    (one) => !isOnly(one, undefined),
  ).length;
  const genders = query.filter.gender.include.length + query.filter.gender.exclude.length;
  const chosen = answered + genders + said + (changedSince === null ? 0 : 1);
  return (
    <FilterPopover
      label={t.more}
      chosen={chosen}
      place={place}
      className="sm:max-h-[min(32rem,80dvh)] sm:w-80"
    >
      <div className="space-y-3 p-3">
        {flags.map(({ field, label }) => (
          <div key={field} className="space-y-1">
            <p id={`more-${field}`} className="font-medium">
              {label}
            </p>
            <FlagAnswers
              query={query}
              field={field}
              words={t}
              aria-labelledby={`more-${field}`}
              className="flex gap-3"
            />
          </div>
        ))}
      </div>
      <div className="border-line border-t pt-3">
        <p className="px-3 font-medium">{valueFieldLabels.gender}</p>
        {gender}
      </div>
      <Question
        name="notes"
        title={markFieldLabels.notes}
        choices={notePresets.map(({ name, notes, mentioned }) => ({
          label: t[name],
          href: filterHref(query, { notes: only(notes), mentioned: only(mentioned) }),
          isChosen: isOnly(query.filter.notes, notes) && isOnly(query.filter.mentioned, mentioned),
        }))}
      />
      <Question
        name="protected"
        title={protectedFilterTexts().title}
        choices={protectedPresets.map(({ name, value }) => ({
          label: t[name],
          href: filterHref(query, { protected: only(value) }),
          isChosen: isOnly(query.filter.protected, value),
        }))}
      >
        {protection ? <ProtectSlot parameters={parameters} actions={protection} /> : null}
      </Question>
      <Question
        name="text"
        title={markFieldLabels.text}
        choices={textPresets.map(({ name, text }) => ({
          label: t[name],
          href: filterHref(query, { text: only(text) }),
          isChosen: isOnly(query.filter.text, text),
        }))}
      >
        {transcribe ? <BulkSlot parameters={parameters} actions={transcribe} /> : null}
      </Question>
      <div className="space-y-2 border-line border-t p-3">
        <p id="more-changed" className="font-medium">
          {t.changed}
        </p>
        <ChoiceList
          choices={changePresets.map((days) => ({
            label: days ? nameRelativeDays(days) : t.anyTime,
            href: filterHref(query, { changedSince: days }),
            isChosen: changedSince === days,
          }))}
          aria-labelledby="more-changed"
          className="flex flex-wrap"
        />
        <ListForm
          others={otherParameters(query, ["changed_since"])}
          className="flex items-end gap-2"
        >
          <Field
            type="date"
            className={dayStyle}
            key={changedSince}
            label={t.since}
            name="changed_since"
            defaultValue={/^[\d-]+$/.test(changedSince ?? "") ? (changedSince ?? "") : ""}
          />
          <Button type="submit" size="small">
            {listTexts().apply}
          </Button>
        </ListForm>
      </div>
    </FilterPopover>
  );
}

/** Of a day to be written: the calendar of the list is the same in every browser. */
export const dayStyle = "px-2 [&::-webkit-calendar-picker-indicator]:hidden";

type QuestionProps = {
  name: string;
  title: string;
  choices: React.ComponentProps<typeof ChoiceList>["choices"];
  /** What can be done with the calls of an answer. */
  children?: React.ReactNode;
};

/** What is asked of a call, and the answers to choose from. */
function Question({ name, title, choices, children }: QuestionProps) {
  return (
    <div className="space-y-1 border-line border-t p-3">
      <p id={`more-${name}`} className="font-medium">
        {title}
      </p>
      <ChoiceList choices={choices} aria-labelledby={`more-${name}`} className="flex flex-wrap" />
      {children}
    </div>
  );
}

const notePresets = [
  { name: "any", notes: undefined, mentioned: undefined },
  { name: "yes", notes: "true", mentioned: undefined },
  { name: "no", notes: null, mentioned: undefined },
  { name: "mentionsMe", notes: undefined, mentioned: me },
] as const;

const protectedPresets = [
  { name: "any", value: undefined },
  { name: "yes", value: "true" },
  { name: "no", value: null },
] as const;
const textPresets = [
  { name: "any", text: undefined },
  { name: "textHere", text: "kept" },
  { name: "textNone", text: null },
  { name: "textWaiting", text: "waiting" },
  { name: "textFailed", text: "failed" },
] as const;

function only(value: string | null | undefined): ValueFilter {
  return { include: value === undefined ? [] : [value], exclude: [] };
}

function isOnly(filter: ValueFilter, value: string | null | undefined): boolean {
  return JSON.stringify(filter) === JSON.stringify(only(value));
}

const changePresets = [null, "today", "yesterday", "last-7-days"] as const;

/** The phone number has a button of its own. */
const flags = yesNoFields.filter(({ field }) => field !== "phoneOk");

type FlagAnswersProps = Omit<React.ComponentProps<typeof ChoiceList>, "choices"> & {
  query: RecordingQuery;
  field: FlagField;
  words: { yes: string; no: string };
};

/** The answers to a question of a call, which it may not answer at all. */
function FlagAnswers({ query, field, words, ...list }: FlagAnswersProps) {
  const t = filterBarTexts();
  const chosen = query.filter[field];
  const toChoice = (label: string, value: typeof chosen, beside: React.ReactNode = null) => ({
    label,
    href: filterHref(query, { [field]: value }),
    isChosen: chosen === value,
    beside,
  });
  return (
    <ChoiceList
      choices={[
        toChoice(t.any, null),
        toChoice(words.yes, true, <AnswerCount field={field} answer="yes" />),
        toChoice(words.no, false, <AnswerCount field={field} answer="no" />),
        // The address may ask for these, too.
        ...(chosen === "empty" ? [toChoice(t.empty, chosen)] : []),
        ...(chosen === "not-empty" ? [toChoice(t.notEmpty, chosen)] : []),
      ]}
      {...list}
    />
  );
}

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
      <FlagAnswers query={query} field="phoneOk" words={words} closes />
    </FilterPopover>
  );
}

export const protectedFilterTexts = texts("protectedFilter", {
  title: "Protected from deletion",
});
