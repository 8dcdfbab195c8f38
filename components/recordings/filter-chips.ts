import type { Route } from "next";
import { toValueFace, type ValueFace } from "@/components/vocabulary/to-value-face";
import type { RecordingQuery, ValueField } from "@/lib/recordings/filter";
import { emptyVocabulary } from "@/lib/vocabulary/arrange-terms";
import type { VocabularyView } from "@/lib/vocabulary/views";
import { describeDays } from "./describe-days";
import { filterHref } from "./list-href";
import { noValueLabel, valueFieldLabels } from "./value-labels";
import { yesNoFields } from "./yes-no-fields";

/** One thing that is set: what it says, and the list without it. */
export type FilterChip = Pick<ValueFace, "raw" | "tone"> & {
  name: string;
  verb: string;
  value: string;
  removeHref: Route;
};

/** Everything that narrows the list, in the order of the controls. */
export function describeFilter(
  query: RecordingQuery,
  vocabulary: VocabularyView = emptyVocabulary,
): FilterChip[] {
  const { filter } = query;
  return [
    ...(["status", "campaign"] as const).flatMap((field) =>
      valueChips(query, field, (value) => toValueFace(field, value, vocabulary)),
    ),
    ...dateChips(query),
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
  toFace = (value: string | null): ValueFace => ({ label: value ?? noValueLabel(field) }),
): FilterChip[] {
  return (["include", "exclude"] as const).flatMap((side) =>
    query.filter[field][side].map((value) => ({
      ...toChipFace(toFace(value)),
      name: valueFieldLabels[field],
      verb: side === "include" ? "is" : "is not",
      removeHref: filterHref(query, {
        [field]: {
          ...query.filter[field],
          [side]: query.filter[field][side].filter((other) => other !== value),
        },
      }),
    })),
  );
}

function toChipFace({ label, ...face }: ValueFace): Pick<FilterChip, "value" | "raw" | "tone"> {
  return { value: label, ...face };
}

function dateChips(query: RecordingQuery): FilterChip[] {
  const { from, to } = query.filter;
  const removeHref = filterHref(query, { from: null, to: null });
  const days = describeDays(from, to);
  return days ? [{ name: "Date", ...days, removeHref }] : [];
}

function minutesChips(query: RecordingQuery): FilterChip[] {
  const { least, most } = query.filter.minutes;
  const removeHref = filterHref(query, { minutes: { least: null, most: null } });
  const chip = (verb: string, value: string) => [{ name: "Minutes", verb, value, removeHref }];
  if (least !== null && most !== null) {
    return least === most ? chip("is", `${least}`) : chip("is", `${least} to ${most}`);
  }
  if (least !== null) return chip("at least", `${least}`);
  return most === null ? [] : chip("at most", `${most}`);
}

function yesNoChips(query: RecordingQuery): FilterChip[] {
  return yesNoFields.flatMap(({ field, label }) => {
    const value = query.filter[field];
    if (value === null) return [];
    const removeHref = filterHref(query, { [field]: null });
    return [{ name: label, verb: "is", value: value ? "yes" : "no", removeHref }];
  });
}
