import type { Route } from "next";
import type { RecordingQuery, ValueField } from "@/lib/recordings/filter";
import { type Clock, toFixedDays } from "@/lib/recordings/fix-days";
import { type RelativeDays, tellRelativeDays } from "@/lib/recordings/relative-days";
import { describeDays } from "./describe-days";
import { filterHref } from "./list-href";
import { tellSpan } from "./tell-span";
import { noValueLabel, valueFieldLabels } from "./value-labels";
import { yesNoFields } from "./yes-no-fields";

/** One thing that is set: what it says, and the list without it. */
export type FilterChip = { name: string; verb: string; value: string; removeHref: Route };

/** Everything that narrows the list, in the order of the controls. By a clock, "today" has a date. */
export function describeFilter(query: RecordingQuery, clock?: Clock): FilterChip[] {
  const { filter } = query;
  return [
    ...(["status", "campaign"] as const).flatMap((field) => valueChips(query, field)),
    ...dateChips(query, clock),
    ...minutesChips(query),
    ...(["gender", "type", "customer"] as const).flatMap((field) => valueChips(query, field)),
    ...yesNoChips(query),
    ...(filter.q
      ? [{ name: "Search", verb: "for", value: filter.q, removeHref: filterHref(query, { q: "" }) }]
      : []),
  ];
}

function valueChips(query: RecordingQuery, field: ValueField): FilterChip[] {
  return (["include", "exclude"] as const).flatMap((side) =>
    query.filter[field][side].map((value) => ({
      name: valueFieldLabels[field],
      verb: side === "include" ? "is" : "is not",
      value: value ?? noValueLabel(field),
      removeHref: filterHref(query, {
        [field]: {
          ...query.filter[field],
          [side]: query.filter[field][side].filter((other) => other !== value),
        },
      }),
    })),
  );
}

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
