import { formatDay, formatFull } from "@/components/format/dates";
import { describeDays, formatDaySpan } from "@/components/format/days";
import type { ChipTurn, FilterChip } from "@/components/list/chips";
import { filterHref } from "@/components/recordings/list-href";
import {
  markFieldLabels,
  markLabels,
  toValueView,
  type ValueView,
  valueFieldLabels,
} from "@/components/vocabulary/values";
import {
  type MarkField,
  markFields,
  type RecordingFilter,
  type RecordingQuery,
  type ValueField,
  type ValueFilter,
} from "@/lib/recordings/filter/filter";
import { maxMinutes } from "@/lib/recordings/filter/filter-url";
import {
  formatRelativeDays,
  parseRelativeDays,
  type RelativeDays,
} from "@/lib/recordings/filter/relative-days";
import { type Clock, toChangedDay, toFixedDays } from "@/lib/recordings/filter/resolve-dates";
import { emptyVocabulary } from "@/lib/vocabulary/arrange-terms";
import { getMerged } from "@/lib/vocabulary/merged-values";
import type { VocabularyView } from "@/lib/vocabulary/views";
import type { VocabularyField } from "@/lib/vocabulary/vocabulary-field";
import { yesNoFields } from "./filter-choices";

/** Everything that narrows the list, in the order of the controls. By a clock, "today" has a date. */
export function describeFilter(
  query: RecordingQuery,
  clock?: Clock,
  vocabulary: VocabularyView = emptyVocabulary,
  names: MarkNames = {},
): FilterChip[] {
  const { filter } = query;
  return [
    ...(["status", "campaign"] as const).flatMap((field) => namedChips(query, field, vocabulary)),
    ...dateChips(query, clock),
    ...changedChips(query, clock),
    ...minutesChips(query),
    ...(["gender", "type", "customer"] as const).flatMap((field) => valueChips(query, field)),
    ...markFields.flatMap((field) => markChips(query, field, names)),
    ...yesNoChips(query),
    ...(filter.q
      ? [{ name: "Search", verb: "for", value: filter.q, removeHref: filterHref(query, { q: "" }) }]
      : []),
  ];
}

/** Values of one name are one chip, where all of them are meant; else each says that it is raw. */
function namedChips(
  query: RecordingQuery,
  field: VocabularyField,
  vocabulary: VocabularyView,
): FilterChip[] {
  return sides.flatMap((side) => {
    const chosen = query.filter[field][side];
    const isChosen = (value: string) => chosen.includes(value);
    const told = new Set<string>();
    return chosen.flatMap((value): FilterChip[] => {
      if (value === null) return [valueChip(query, field, side, [null], emptyValue)];
      const { raw, ...face } = toValueView(field, value, vocabulary);
      const { name, values } = getMerged(vocabulary[field], value);
      if (values.length === 1) {
        return [valueChip(query, field, side, [value], { ...face, ...(raw && { raw }) })];
      }
      if (values.every(isChosen)) {
        if (told.has(name)) return [];
        told.add(name);
        return [valueChip(query, field, side, values, face)];
      }
      const href = filterHref(query, { [field]: turned(query, field, values, side) });
      const chip = valueChip(query, field, side, [value], { ...face, label: value });
      return [{ ...chip, whole: { name, href } }];
    });
  });
}

function valueChips(query: RecordingQuery, field: ValueField): FilterChip[] {
  return sides.flatMap((side) =>
    query.filter[field][side].map((value) =>
      valueChip(query, field, side, [value], value === null ? emptyValue : { label: value }),
    ),
  );
}

/** What marks are called whose values are keys. */
export type MarkNames = Partial<Record<MarkField, ReadonlyMap<string, string>>>;

function markChips(query: RecordingQuery, field: MarkField, names: MarkNames): FilterChip[] {
  return sides.flatMap((side) =>
    query.filter[field][side].map((value) => {
      const label = names[field]?.get(value ?? "") ?? markLabels[field][value ?? ""] ?? value;
      const chip = valueChip(query, field, side, [value], label === null ? emptyValue : { label });
      if (field === "mentioned" && side === "include") return { ...chip, verb: ":" };
      return field === "heard" ? toHeardChip(chip, value, side) : chip;
    }),
  );
}

/** "Heard: not by me", and its opposite. */
function toHeardChip(chip: FilterChip, value: Value, side: Side): FilterChip {
  const words = heardWords.get(value) ?? { include: "by somebody", exclude: "not by somebody" };
  const turnTo = (turn: ChipTurn): ChipTurn => ({
    ...turn,
    part: "value",
    into: words[opposite[side]],
  });
  const { turn, field, ...rest } = chip;
  return {
    ...{ ...rest, verb: ":", value: words[side] },
    ...(turn && { turn: turnTo(turn) }),
    ...(field && {
      field: { ...field, ...(field.turn && { turn: turnTo(field.turn) }) },
    }),
  };
}

/** Values that are removed and turned together. */
function valueChip(
  query: RecordingQuery,
  field: ValueField | MarkField,
  side: Side,
  values: readonly Value[],
  face: ValueView,
): FilterChip {
  const change = (changed: readonly Value[]) => ({
    removeHref: filterHref(query, { [field]: without(query, field, changed) }),
    turn: {
      part: "verb" as const,
      into: verbs[opposite[side]],
      href: filterHref(query, { [field]: turned(query, field, changed, opposite[side]) }),
    },
  });
  return {
    ...toChipValue(face),
    name: { ...valueFieldLabels, ...markFieldLabels }[field],
    verb: verbs[side],
    ...change(values),
    field: change(query.filter[field][side]),
  };
}

const sides = ["include", "exclude"] as const;
type Side = (typeof sides)[number];

const emptyValue: ValueView = { label: "empty" };

function toChipValue({ label, ...face }: ValueView): Pick<FilterChip, "value" | "raw" | "tone"> {
  return { value: label, ...face };
}
const verbs = { include: "is", exclude: "is not" } as const;
const opposite = { include: "exclude", exclude: "include" } as const;

function dateChips(query: RecordingQuery, clock: Clock | undefined): FilterChip[] {
  const { from, to, days } = query.filter;
  const removeHref = filterHref(query, { from: null, to: null, days: null });
  const told = days ? describeRelativeDays(days, clock) : describeDays(from, to);
  return told ? [{ name: "Date", ...told, removeHref }] : [];
}

/** "last 7 days (14 – 20 Nov)", "today (20 Nov)". */
function describeRelativeDays(days: RelativeDays, clock: Clock | undefined) {
  const dates = clock ? ` (${formatDaySpan(toFixedDays(days, clock), clock)})` : "";
  return { verb: ":", value: `${formatRelativeDays(days)}${dates}` };
}

/** "Changed: today (since 20 Nov 2026)", "Changed since 20 Nov 2026". */
function changedChips(query: RecordingQuery, clock: Clock | undefined): FilterChip[] {
  const { changedSince } = query.filter;
  if (changedSince === null) return [];
  const relative = parseRelativeDays(changedSince);
  const day = clock && toChangedDay(changedSince, clock);
  const chip = { name: "Changed", removeHref: filterHref(query, { changedSince: null }) };
  if (relative) {
    const since = day ? ` (since ${formatDay(day)})` : "";
    return [{ ...chip, verb: ":", value: `${formatRelativeDays(relative)}${since}` }];
  }
  const value = changedSince.includes("T")
    ? formatFull(changedSince, clock?.timeZone ?? "UTC")
    : formatDay(changedSince);
  return [{ ...chip, verb: "since", value }];
}

/** A range that is open at one end has an opposite that is one, too. */
function minutesChips(query: RecordingQuery): FilterChip[] {
  const { least, most } = query.filter.minutes;
  const removeHref = filterHref(query, { minutes: { least: null, most: null } });
  const turn = (into: string, minutes: RecordingFilter["minutes"]): ChipTurn => ({
    part: "both",
    into,
    href: filterHref(query, { minutes }),
  });
  const chip = (verb: string, value: string, turn?: ChipTurn) => [
    { name: "Minutes", verb, value, removeHref, turn },
  ];
  if (least !== null && most !== null) {
    return least === most ? chip("is", `${least}`) : chip("is", `${least} to ${most}`);
  }
  if (least !== null) {
    const below = turn(`at most ${least - 1}`, { least: null, most: least - 1 });
    return chip("at least", `${least}`, least > 0 ? below : undefined);
  }
  if (most === null) return [];
  const above = turn(`at least ${most + 1}`, { least: most + 1, most: null });
  return chip("at most", `${most}`, most < maxMinutes ? above : undefined);
}

function yesNoChips(query: RecordingQuery): FilterChip[] {
  return yesNoFields.flatMap(({ field, label }): FilterChip[] => {
    const value = query.filter[field];
    if (value === null) return [];
    const chip = { name: label, verb: "is", removeHref: filterHref(query, { [field]: null }) };
    if (value === "empty" || value === "not-empty") {
      const [verb, into] = value === "empty" ? ["is", "is not"] : ["is not", "is"];
      const opposite = value === "empty" ? "not-empty" : "empty";
      const href = filterHref(query, { [field]: opposite });
      return [{ ...chip, verb, value: "empty", turn: { part: "verb", into, href } }];
    }
    const href = filterHref(query, { [field]: !value });
    const turn: ChipTurn = { part: "value", into: value ? "no" : "yes", href };
    return [{ ...chip, value: value ? "yes" : "no", turn }];
  });
}

type Value = string | null;

export const heardWords: ReadonlyMap<Value, Record<Side, string>> = new Map([
  ["me", { include: "by me", exclude: "not by me" }],
  ["anyone", { include: "by anyone", exclude: "by nobody" }],
  ["half", { include: "at least half", exclude: "less than half" }],
  [null, { include: "by nobody", exclude: "by anyone" }],
]);

function without(
  query: RecordingQuery,
  field: ValueField | MarkField,
  values: readonly Value[],
): ValueFilter {
  const { include, exclude } = query.filter[field];
  const isOther = (other: Value) => !values.includes(other);
  return { include: include.filter(isOther), exclude: exclude.filter(isOther) };
}

function turned(
  query: RecordingQuery,
  field: ValueField | MarkField,
  values: readonly Value[],
  side: Side,
): ValueFilter {
  const others = without(query, field, values);
  return { ...others, [side]: [...others[side], ...values] };
}
