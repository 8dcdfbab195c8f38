import type { Route } from "next";
import { describeDays } from "@/components/format/describe-days";
import { tellSpan } from "@/components/format/tell-span";
import { filterHref } from "@/components/recordings/list-href";
import { toValueFace, type ValueFace } from "@/components/vocabulary/to-value-face";
import { valueFieldLabels } from "@/components/vocabulary/value-labels";
import type {
  RecordingFilter,
  RecordingQuery,
  ValueField,
  ValueFilter,
} from "@/lib/recordings/filter/filter";
import { maxMinutes } from "@/lib/recordings/filter/filter-url";
import { type Clock, toFixedDays } from "@/lib/recordings/filter/fix-days";
import { type RelativeDays, tellRelativeDays } from "@/lib/recordings/filter/relative-days";
import { emptyVocabulary } from "@/lib/vocabulary/arrange-terms";
import type { VocabularyView } from "@/lib/vocabulary/views";
import { yesNoFields } from "./yes-no-fields";

/** One thing that is set: what it says, the list without it, and the list with the opposite. */
export type FilterChip = Pick<ValueFace, "raw" | "tone"> & {
  name: string;
  verb: string;
  value: string;
  removeHref: Route;
  turn?: ChipTurn;
};

/** The opposite of a chip: which of its words becomes which other. */
export type ChipTurn = { part: "verb" | "value" | "both"; into: string; href: Route };

/** Everything that narrows the list, in the order of the controls. By a clock, "today" has a date. */
export function describeFilter(
  query: RecordingQuery,
  clock?: Clock,
  vocabulary: VocabularyView = emptyVocabulary,
): FilterChip[] {
  const { filter } = query;
  return [
    ...(["status", "campaign"] as const).flatMap((field) =>
      valueChips(query, field, (value) =>
        value === null ? emptyFace : toValueFace(field, value, vocabulary),
      ),
    ),
    ...dateChips(query, clock),
    ...minutesChips(query),
    ...(["gender", "type", "customer"] as const).flatMap((field) => valueChips(query, field)),
    ...yesNoChips(query),
    ...(filter.q
      ? [{ name: "Search", verb: "for", value: filter.q, removeHref: filterHref(query, { q: "" }) }]
      : []),
  ];
}

function valueChips(
  query: RecordingQuery,
  field: ValueField,
  toFace = (value: string | null): ValueFace => (value === null ? emptyFace : { label: value }),
): FilterChip[] {
  return (["include", "exclude"] as const).flatMap((side) =>
    query.filter[field][side].map((value) => ({
      ...toChipFace(toFace(value)),
      name: valueFieldLabels[field],
      verb: verbs[side],
      removeHref: filterHref(query, { [field]: without(query, field, value) }),
      turn: {
        part: "verb",
        into: verbs[opposite[side]],
        href: filterHref(query, { [field]: turned(query, field, value, opposite[side]) }),
      },
    })),
  );
}

const emptyFace: ValueFace = { label: "empty" };

function toChipFace({ label, ...face }: ValueFace): Pick<FilterChip, "value" | "raw" | "tone"> {
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

/** "last 7 days (14 – 20 Nov)", "is today (20 Nov)". */
function describeRelativeDays(days: RelativeDays, clock: Clock | undefined) {
  const words = tellRelativeDays(days);
  const [, verb = "is", value = words] = /^(last|this) (.+)$/.exec(words) ?? [];
  const dates = clock ? ` (${tellSpan(toFixedDays(days, clock), clock)})` : "";
  return { verb, value: `${value}${dates}` };
}

/** A range that is open at one end has an opposite that is one, too. */
function minutesChips(query: RecordingQuery): FilterChip[] {
  const { least, most } = query.filter.minutes;
  const removeHref = filterHref(query, { minutes: { least: null, most: null } });
  const turn = (into: string, minutes: RecordingFilter["minutes"]): ChipTurn => ({
    ...{ part: "both", into, href: filterHref(query, { minutes }) },
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
    if (value === "empty" || value === "told") {
      const [verb, into] = value === "empty" ? ["is", "is not"] : ["is not", "is"];
      const opposite = value === "empty" ? "told" : "empty";
      const href = filterHref(query, { [field]: opposite });
      return [{ ...chip, verb, value: "empty", turn: { part: "verb", into, href } }];
    }
    const href = filterHref(query, { [field]: !value });
    const turn: ChipTurn = { part: "value", into: value ? "no" : "yes", href };
    return [{ ...chip, value: value ? "yes" : "no", turn }];
  });
}

type Value = string | null;

function without(query: RecordingQuery, field: ValueField, value: Value): ValueFilter {
  const { include, exclude } = query.filter[field];
  const isOther = (other: Value) => other !== value;
  return { include: include.filter(isOther), exclude: exclude.filter(isOther) };
}

function turned(
  query: RecordingQuery,
  field: ValueField,
  value: Value,
  side: keyof ValueFilter,
): ValueFilter {
  const others = without(query, field, value);
  return { ...others, [side]: [...others[side], value] };
}
