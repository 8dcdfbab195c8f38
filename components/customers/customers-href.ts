import type { Route } from "next";
import {
  type CustomerFilter,
  type CustomerQuery,
  type CustomerSort,
  firstCustomerPage,
} from "@/lib/customers/customer-filter";
import { writeCustomerQuery } from "@/lib/customers/customer-filter-url";
import type { RecordingPage } from "@/lib/recordings/filter/filter";
import { emptyFilter, firstPage } from "@/lib/recordings/filter/filter";
import { writeRecordingQuery } from "@/lib/recordings/filter/filter-url";
import { writeIdSegment } from "@/lib/recordings/record/id-segment";

export const customersPath: Route = "/customers";

/** The list's address for a query. */
export function customersHref(query: CustomerQuery): Route {
  const parameters = writeCustomerQuery(query).toString();
  return parameters ? (`${customersPath}?${parameters}` as Route) : customersPath;
}

/** The same order under another filter, from the first page on: a cursor belongs to its filter. */
export function filterHref(query: CustomerQuery, change: Partial<CustomerFilter>): Route {
  return customersHref({ filter: { ...query.filter, ...change }, page: toFirstPage(query) });
}

export function sortHref(query: CustomerQuery, sort: CustomerSort): Route {
  return customersHref({ filter: query.filter, page: { ...toFirstPage(query), sort } });
}

/** One step further in the list, from a cursor that the list itself gave. */
export function pageHref(
  query: CustomerQuery,
  cursor: { after: string } | { before: string } | "first",
): Route {
  const page = toFirstPage(query);
  return customersHref({
    filter: query.filter,
    page: cursor === "first" ? page : { ...page, ...cursor },
  });
}

/** What a form must carry so that it changes its own parameters alone. */
export function otherParameters(query: CustomerQuery, own: string[]): [string, string][] {
  const parameters = writeCustomerQuery({ filter: query.filter, page: toFirstPage(query) });
  return [...parameters].filter(([name]) => !own.includes(name));
}

/** A person's own address; ids may hold any characters. */
export function customerHref(id: string, page: RecordingPage = firstPage): Route {
  const parameters = writeRecordingQuery({ filter: emptyFilter, page }).toString();
  const path = `${customersPath}/${writeIdSegment(id)}`;
  return (parameters ? `${path}?${parameters}` : path) as Route;
}

function toFirstPage({ page: { sort, limit } }: CustomerQuery): CustomerQuery["page"] {
  return { ...firstCustomerPage, sort, limit };
}
