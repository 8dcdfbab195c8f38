import type { Route } from "next";
import {
  type DeliveryFilter,
  type DeliveryQuery,
  firstDeliveryPage,
} from "@/lib/intake/deliveries/filter/delivery-filter";
import { writeDeliveryQuery } from "@/lib/intake/deliveries/filter/delivery-filter-url";

export const deliveriesPath: Route = "/settings/webhooks/deliveries";

/** The log's address for a query. */
export function deliveriesHref(query: DeliveryQuery): Route {
  const parameters = writeDeliveryQuery(query).toString();
  return parameters ? (`${deliveriesPath}?${parameters}` as Route) : deliveriesPath;
}

/** The log under another filter, from the first page on: a cursor belongs to its filter. */
export function filterHref(query: DeliveryQuery, change: Partial<DeliveryFilter>): Route {
  return deliveriesHref({ filter: { ...query.filter, ...change }, page: toFirstPage(query) });
}

/** One step further in the log, from a cursor that the log itself gave. */
export function pageHref(
  query: DeliveryQuery,
  cursor: { after: string } | { before: string } | "first",
): Route {
  const page = toFirstPage(query);
  return deliveriesHref({
    filter: query.filter,
    page: cursor === "first" ? page : { ...page, ...cursor },
  });
}

/** A delivery's own address. */
export function deliveryHref(id: string): Route {
  return `${deliveriesPath}/${id}` as Route;
}

/** What a form must carry so that it changes its own parameters alone. */
export function otherParameters(query: DeliveryQuery, own: string[]): [string, string][] {
  const parameters = writeDeliveryQuery({ filter: query.filter, page: toFirstPage(query) });
  return [...parameters].filter(([name]) => !own.includes(name));
}

function toFirstPage({ page: { limit } }: DeliveryQuery): DeliveryQuery["page"] {
  return { ...firstDeliveryPage, limit };
}
