import type { Route } from "next";
import { formatDay } from "@/components/format/dates";
import { newListHrefs } from "@/components/list/list-hrefs";
import type {
  DeliveryFilter,
  DeliveryQuery,
  LoggedOutcome,
} from "@/lib/intake/deliveries/filter/delivery-filter";
import { writeDeliveryQuery } from "@/lib/intake/deliveries/filter/delivery-filter-url";

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
  return [
    ...outcomes.map((outcome) => ({
      name: "Outcome",
      verb: "is",
      value: outcomeLabels[outcome],
      removeHref: filterHref(query, { outcomes: outcomes.filter((other) => other !== outcome) }),
      field: { removeHref: filterHref(query, { outcomes: [] }) },
    })),
    ...describeDays(query),
    ...textFields.flatMap(({ field, name }) => {
      const value = query.filter[field];
      const removeHref = filterHref(query, { [field]: null });
      return value === null ? [] : [{ name, verb: "is", value, removeHref }];
    }),
  ];
}

/** The filters that are written out. */
export const textFields = [
  { field: "recording", name: "Recording", hint: "The id of a recording that it carried" },
  { field: "address", name: "Address", hint: "Where it was sent from" },
  { field: "secret", name: "Secret", hint: "The first 12 digits of its hash" },
] as const;

function describeDays(query: DeliveryQuery): DeliveryChip[] {
  const { from, to } = query.filter;
  const removeHref = filterHref(query, { from: null, to: null });
  const chip = (verb: string, value: string) => [{ name: "Date", verb, value, removeHref }];
  if (from && to) {
    const span = `${formatDay(from)} to ${formatDay(to)}`;
    return chip("is", from === to ? formatDay(from) : span);
  }
  if (from) return chip("from", formatDay(from));
  return to ? chip("until", formatDay(to)) : [];
}

/** The outcomes as people read them. */
export const outcomeLabels: Record<LoggedOutcome, string> = {
  quarantined: "Quarantined",
  stored: "Stored",
  unchanged: "Unchanged",
  superseded: "Superseded",
};

/** Whether a filter asks for nothing but what was held back. */
export function isQuarantine({ outcomes }: DeliveryFilter): boolean {
  return outcomes.length === 1 && outcomes[0] === "quarantined";
}
