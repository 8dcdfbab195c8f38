import { describeDays, formatDay, formatDaySpan, formatFull } from "@/components/format/dates";
import { type ChipTurn, type FilterChip, searchChips } from "@/components/list/chips";
import { listTexts } from "@/components/list/texts.en";
import { filterHref } from "@/components/recordings/list-href";
import type { ValueView } from "@/components/vocabulary/value-schema";
import {
  markFieldLabels,
  markLabels,
  toValueView,
  valueFieldLabels,
} from "@/components/vocabulary/values";
import {
  type MarkField,
  markFields,
  parseRelativeDays,
  type RecordingFilter,
  type RecordingQuery,
  type RelativeDays,
  type ValueField,
  type ValueFilter,
} from "@/lib/recordings/filter/filter";
import { maxMinutes } from "@/lib/recordings/filter/filter-url";
import { type Clock, toChangedDay, toFixedDays } from "@/lib/recordings/filter/resolve-dates";
import { emptyVocabulary, getMerged } from "@/lib/vocabulary/terms";
import type { VocabularyField, VocabularyView } from "@/lib/vocabulary/views";
import { filterBarTexts, formatRelativeDays, yesNoFields } from "./filter-choices";

/** Everything that narrows the list, in the order of the controls. By a clock, "today" has a date. */
export function describeFilter(
  query: RecordingQuery,
  clock?: Clock,
  vocabulary: VocabularyView = emptyVocabulary,
  names: MarkNames = {},
): FilterChip[] {
  return [
    ...(["status", "campaign"] as const).flatMap((field) => namedChips(query, field, vocabulary)),
    ...dateChips(query, clock),
    ...changedChips(query, clock),
    ...minutesChips(query),
    ...(["gender", "type", "customer"] as const).flatMap((field) => valueChips(query, field)),
    ...markFields.flatMap((field) => markChips(query, field, names)),
    ...yesNoChips(query),
    ...searchChips(query.filter.q, filterHref(query, { q: "" })),
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
      if (value === null) return [valueChip(query, field, side, [null], emptyValue())];
      const { raw, ...shown } = toValueView(field, value, vocabulary);
      const { name, values } = getMerged(vocabulary[field], value);
      if (values.length === 1) {
        return [valueChip(query, field, side, [value], { ...shown, ...(raw && { raw }) })];
      }
      if (values.every(isChosen)) {
        if (told.has(name)) return [];
        told.add(name);
        return [valueChip(query, field, side, values, shown)];
      }
      const href = filterHref(query, { [field]: turned(query, field, values, side) });
      const chip = valueChip(query, field, side, [value], { ...shown, label: value });
      return [{ ...chip, whole: { name, href } }];
    });
  });
}

function valueChips(query: RecordingQuery, field: ValueField): FilterChip[] {
  return sides.flatMap((side) =>
    query.filter[field][side].map((value) =>
      valueChip(query, field, side, [value], value === null ? emptyValue() : { label: value }),
    ),
  );
}

/** What marks are called whose values are keys. */
export type MarkNames = Partial<Record<MarkField, ReadonlyMap<string, string>>>;

function markChips(query: RecordingQuery, field: MarkField, names: MarkNames): FilterChip[] {
  return sides.flatMap((side) =>
    query.filter[field][side].map((value) => {
      const label = names[field]?.get(value ?? "") ?? markLabels[field][value ?? ""] ?? value;
      const chip = valueChip(
        query,
        field,
        side,
        [value],
        label === null ? emptyValue() : { label },
      );
      if (field === "mentioned" && side === "include") return { ...chip, verb: ":" };
      return field === "heard" ? toHeardChip(chip, value, side) : chip;
    }),
  );
}

/** "Heard: not by me", and its opposite. */
function toHeardChip(chip: FilterChip, value: Value, side: Side): FilterChip {
  const words = heardWords(value);
  const turnTo = (turn: ChipTurn): ChipTurn => ({
    ...turn,
    part: "value",
    into: words[opposite[side]],
  });
  const { turn, field, ...rest } = chip;
  return {
    ...rest,
    verb: ":",
    value: words[side],
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
  shown: ValueView,
): FilterChip {
  const change = (changed: readonly Value[]) => ({
    removeHref: filterHref(query, { [field]: without(query, field, changed) }),
    turn: {
      part: "verb" as const,
      into: toVerb(opposite[side]),
      href: filterHref(query, { [field]: turned(query, field, changed, opposite[side]) }),
    },
  });
  return {
    ...toChipValue(shown),
    name: { ...valueFieldLabels, ...markFieldLabels }[field],
    verb: toVerb(side),
    ...change(values),
    field: change(query.filter[field][side]),
  };
}

const sides = ["include", "exclude"] as const;
type Side = (typeof sides)[number];

function emptyValue(): ValueView {
  return { label: filterBarTexts().chips.empty };
}

function toChipValue({ label, ...shown }: ValueView): Pick<FilterChip, "value" | "raw" | "tone"> {
  return { value: label, ...shown };
}

function toVerb(side: Side): string {
  const { is, isNot } = filterBarTexts().chips;
  return side === "include" ? is : isNot;
}

const opposite = { include: "exclude", exclude: "include" } as const;

function dateChips(query: RecordingQuery, clock: Clock | undefined): FilterChip[] {
  const { from, to, days } = query.filter;
  const removeHref = filterHref(query, { from: null, to: null, days: null });
  const told = days ? describeRelativeDays(days, clock) : describeDays(from, to);
  return told ? [{ name: listTexts().date, ...told, removeHref }] : [];
}

/** "last 7 days (14–20 Nov)", "today (20 Nov)". */
function describeRelativeDays(days: RelativeDays, clock: Clock | undefined) {
  const dates = clock ? ` (${formatDaySpan(toFixedDays(days, clock), clock)})` : "";
  return { verb: ":", value: `${formatRelativeDays(days)}${dates}` };
}

/** "Changed: today (since 20 Nov 2026)", "Changed since 20 Nov 2026". */
function changedChips(query: RecordingQuery, clock: Clock | undefined): FilterChip[] {
  const { changed, chips: t } = filterBarTexts();
  const { changedSince } = query.filter;
  if (changedSince === null) return [];
  const relative = parseRelativeDays(changedSince);
  const day = clock && toChangedDay(changedSince, clock);
  const chip = { name: changed, removeHref: filterHref(query, { changedSince: null }) };
  if (relative) {
    const since = day ? ` (${t.changedSince(formatDay(day))})` : "";
    return [{ ...chip, verb: ":", value: `${formatRelativeDays(relative)}${since}` }];
  }
  const value = changedSince.includes("T")
    ? formatFull(changedSince, clock?.timeZone ?? "UTC")
    : formatDay(changedSince);
  return [{ ...chip, verb: t.since, value }];
}

/** A range that is open at one end has an opposite that is one, too. */
function minutesChips(query: RecordingQuery): FilterChip[] {
  const { minutes: name, chips: t } = filterBarTexts();
  const { least, most } = query.filter.minutes;
  const removeHref = filterHref(query, { minutes: { least: null, most: null } });
  const turn = (into: string, minutes: RecordingFilter["minutes"]): ChipTurn => ({
    part: "both",
    into,
    href: filterHref(query, { minutes }),
  });
  const chip = (verb: string, value: string, turn?: ChipTurn) => [
    { name, verb, value, removeHref, turn },
  ];
  if (least !== null && most !== null) {
    return chip(t.isMinutes, least === most ? `${least}` : t.minutesBetween(least, most));
  }
  if (least !== null) {
    const below = turn(`${t.atMost} ${least - 1}`, { least: null, most: least - 1 });
    return chip(t.atLeast, `${least}`, least > 0 ? below : undefined);
  }
  if (most === null) return [];
  const above = turn(`${t.atLeast} ${most + 1}`, { least: most + 1, most: null });
  return chip(t.atMost, `${most}`, most < maxMinutes ? above : undefined);
}

function yesNoChips(query: RecordingQuery): FilterChip[] {
  const t = filterBarTexts().chips;
  return yesNoFields.flatMap(({ field, label }): FilterChip[] => {
    const value = query.filter[field];
    if (value === null) return [];
    const isPhone = field === "phoneOk";
    const [yes, no] = isPhone ? [t.correct, t.wrong] : [t.yes, t.no];
    const name = isPhone ? filterBarTexts().phoneNumber.label : label;
    const chip = { name, removeHref: filterHref(query, { [field]: null }) };
    if (value === "empty" || value === "not-empty") {
      const [verb, into] = value === "empty" ? [t.is, t.isNot] : [t.isNot, t.is];
      const opposite = value === "empty" ? "not-empty" : "empty";
      const href = filterHref(query, { [field]: opposite });
      return [{ ...chip, verb, value: t.empty, turn: { part: "verb", into, href } }];
    }
    const href = filterHref(query, { [field]: !value });
    const turn: ChipTurn = { part: "value", into: value ? no : yes, href };
    return [{ ...chip, verb: t.isAnswer, value: value ? yes : no, turn }];
  });
}

type Value = string | null;

function heardWords(value: Value): Record<Side, string> {
  const t = filterBarTexts().chips.heard;
  switch (value) {
    case "me":
      return { include: t.byMe, exclude: t.notByMe };
    case "anyone":
      return { include: t.byAnyone, exclude: t.byNobody };
    case "half":
      return { include: t.atLeastHalf, exclude: t.lessThanHalf };
    case null:
      return { include: t.byNobody, exclude: t.byAnyone };
    default:
      return { include: t.bySomebody, exclude: t.notBySomebody };
  }
}

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
