import type { Route } from "next";
import { formatDay } from "@/components/format/dates";
import { newListHrefs } from "@/components/list/list-hrefs";
import {
  type DeliveryFilter,
  type DeliveryQuery,
  writeDeliveryQuery,
} from "@/lib/intake/deliveries/filter/delivery-filter";
import { deliveriesLogTexts } from "./texts.en";

export const deliveriesPath: Route = "/settings/webhooks/deliveries";

export const {
  listHref: deliveriesHref,
  filterHref,
  pageHref,
  otherParameters,
} = newListHrefs<DeliveryQuery>(deliveriesPath, writeDeliveryQuery);

/** A delivery's own address. */
export function deliveryHref(id: string): Route {
  return `${deliveriesPath}/${id}` as Route;
}

/** One thing that is set: what it says, and the log without it. */
type DeliveryChip = {
  name: string;
  verb: string;
  value: string;
  removeHref: Route;
  /** Of an outcome: the log without any of them. */
  field?: { removeHref: Route };
};

/** Everything that narrows the log, in the order of the controls. */
export function describeDeliveryFilter(query: DeliveryQuery): DeliveryChip[] {
  const { outcomes } = query.filter;
  const t = deliveriesLogTexts();
  return [
    ...outcomes.map((outcome) => ({
      name: t.outcome,
      verb: t.is,
      value: t.outcomes[outcome],
      removeHref: filterHref(query, { outcomes: outcomes.filter((other) => other !== outcome) }),
      field: { removeHref: filterHref(query, { outcomes: [] }) },
    })),
    ...describeDays(query),
    ...textFields.flatMap((field) => {
      const value = query.filter[field];
      const removeHref = filterHref(query, { [field]: null });
      const { name } = t.texts[field];
      return value === null ? [] : [{ name, verb: t.is, value, removeHref }];
    }),
  ];
}

/** The filters that are written out. */
export const textFields = ["recording", "address", "secret"] as const;

function describeDays(query: DeliveryQuery): DeliveryChip[] {
  const { from, to } = query.filter;
  const removeHref = filterHref(query, { from: null, to: null });
  const t = deliveriesLogTexts();
  const chip = (verb: string, value: string) => [{ name: t.date, verb, value, removeHref }];
  if (from && to) {
    const span = t.span(formatDay(from), formatDay(to));
    return chip(t.is, from === to ? formatDay(from) : span);
  }
  if (from) return chip(t.from, formatDay(from));
  return to ? chip(t.until, formatDay(to)) : [];
}

/** Whether a filter asks for nothing but what was held back. */
export function isQuarantine({ outcomes }: DeliveryFilter): boolean {
  return outcomes.length === 1 && outcomes[0] === "quarantined";
}
