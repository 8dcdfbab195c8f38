import { listTexts } from "@/components/list/texts.en";
import { lookUp, texts } from "@/lib/language/texts";
import {
  countLastDays,
  type FlagField,
  namedDays,
  type RecordingFilter,
  type RecordingSort,
  type RelativeDays,
} from "@/lib/recordings/filter/filter";

type Minutes = RecordingFilter["minutes"];

/** The usual lengths of calls. */
export const minutePresets: readonly { label: string; minutes: Minutes }[] = [
  { least: null, most: 1 },
  { least: 2, most: 5 },
  { least: 6, most: 15 },
  { least: 16, most: null },
].map((minutes) => withLabel({ minutes }, () => describeMinutes(minutes)));

/** The usual days that go with the calendar. */
export const relativePresets: readonly { label: string; days: RelativeDays }[] = (
  [
    "today",
    "yesterday",
    "last-7-days",
    "last-14-days",
    "last-30-days",
    "this-week",
    "last-week",
    "this-month",
    "last-month",
    "this-year",
  ] as const
).map((days) => withLabel({ days }, () => nameRelativeDays(days)));

/** The questions of a call that have yes or no for an answer, and their parameters in the address. */
export const yesNoFields: readonly { field: FlagField; parameter: string; label: string }[] = (
  [
    { field: "transcript", parameter: "transcript" },
    { field: "confirmed", parameter: "confirmed" },
    { field: "phoneOk", parameter: "phone_ok" },
    { field: "incomplete", parameter: "incomplete" },
  ] as const
).map((one) => withLabel(one, () => filterBarTexts().flags[one.field]));

/** The orders of the list, as people call them. */
export const sortOrders: readonly { sort: RecordingSort; label: string }[] = (
  ["-created_at", "created_at", "-minutes_used", "minutes_used", "-changed_at"] as const
).map((sort) => withLabel({ sort }, () => filterBarTexts().orders[sort]));

/** Its label is found when it is read, in the language of who looks then. */
function withLabel<Choice extends object>(choice: Choice, find: () => string) {
  return {
    ...choice,
    get label() {
      return find();
    },
  };
}

function describeMinutes({ least, most }: Minutes): string {
  const t = filterBarTexts();
  if (least === null) return t.upToMinutes(most ?? 0);
  return most === null ? t.minutesOrMore(least) : t.minutesBetween(least, most);
}

/** As people say them within a sentence: "last 7 days". */
export function formatRelativeDays(days: RelativeDays): string {
  const t = filterBarTexts();
  const named = namedDays.find((name) => name === days);
  return named ? t.relativeDays[named] : t.lastDays(countLastDays(days) ?? 0);
}

/** As they stand alone: "Last 7 days". */
export function nameRelativeDays(days: RelativeDays): string {
  const words = formatRelativeDays(days);
  return `${words.charAt(0).toUpperCase()}${words.slice(1)}`;
}

/** What one finds on the pages before and after, in each order. */
export const neighbourWords = lookUp(
  ["-created_at", "created_at", "-minutes_used", "minutes_used", "-changed_at", "changed_at"],
  (sort) => {
    const { newer, older, previous, next } = listTexts();
    if (sort === "-created_at") return { previous: newer, next: older };
    if (sort === "created_at") return { previous: older, next: newer };
    return { previous, next };
  },
);

export const filterBarTexts = texts("filterBar", {
  filterBy: "Filter by",
  minutes: "Minutes",
  anyLength: "Any length",
  upToMinutes: (most: number) => `Up to ${most} min`,
  minutesBetween: (least: number, most: number) => `${least} to ${most} minutes`,
  minutesOrMore: (least: number) => `${least} min or more`,
  heard: {
    notByMe: "Not heard by me",
    byMe: "Heard by me",
    notByAnyone: "Not heard by anyone",
    byAnyone: "Heard by anyone",
    lessThanHalf: "Less than half heard",
    atLeastHalf: "At least half heard",
  },
  clear: "Clear",
  whenHeard: "A call counts as heard after 3 seconds. Press U to play the next unheard call.",
  more: "More",
  flags: {
    transcript: "Transcript",
    confirmed: "Customer confirmed",
    phoneOk: "Phone number correct",
    incomplete: "Incomplete",
  },
  /** The question whether it is correct, and its answers. */
  phoneNumber: { label: "Phone number", yes: "Correct", no: "Wrong" },
  any: "Any",
  yes: "Yes",
  no: "No",
  empty: "Empty",
  notEmpty: "Not empty",
  mentionsMe: "Mentions me",
  textHere: "Available",
  textNone: "None",
  textWaiting: "In progress",
  textFailed: "Failed",
  changed: "Changed",
  anyTime: "Any time",
  since: "Since",
  relativeDays: {
    today: "today",
    yesterday: "yesterday",
    "this-week": "this week",
    "last-week": "last week",
    "this-month": "this month",
    "last-month": "last month",
    "this-year": "this year",
  },
  lastDays: (count: number) => `last ${count} ${count === 1 ? "day" : "days"}`,
  orders: {
    "-created_at": "Newest first",
    created_at: "Oldest first",
    "-minutes_used": "Longest first",
    minutes_used: "Shortest first",
    "-changed_at": "Latest change first",
  },
  chips: {
    is: "is",
    isNot: "is not",
    empty: "empty",
    /** Before a number of minutes, and before an answer; ":" where it needs no verb. */
    isMinutes: "is",
    isAnswer: "is",
    correct: "correct",
    wrong: "wrong",
    yes: "yes",
    no: "no",
    atLeast: "at least",
    atMost: "at most",
    minutesBetween: (least: number, most: number) => `${least} to ${most}`,
    since: "since",
    changedSince: (day: string) => `since ${day}`,
    heard: {
      byMe: "by me",
      notByMe: "not by me",
      byAnyone: "by anyone",
      byNobody: "by nobody",
      atLeastHalf: "at least half",
      lessThanHalf: "less than half",
      bySomebody: "by someone",
      notBySomebody: "not by someone",
    },
  },
});
