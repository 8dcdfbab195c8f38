import type { Route } from "next";
import type { FilterChip } from "@/components/list/chips";
import { newListHrefs } from "@/components/list/list-hrefs";
import { toColumnOrder, toOrders } from "@/components/list/table";
import {
  type CustomerFilter,
  type CustomerQuery,
  type CustomerSort,
  writeCustomerQuery,
} from "@/lib/customers/views";
import { emptyFilter, firstPage, type RecordingPage } from "@/lib/recordings/filter/filter";
import { writeRecordingQuery } from "@/lib/recordings/filter/filter-url";
import { writeIdSegment } from "@/lib/recordings/record/id-segment";
import { customersTexts } from "./texts.en";

export const customersPath: Route = "/customers";

export const {
  listHref: customersHref,
  filterHref,
  sortHref,
  pageHref,
  otherParameters,
} = newListHrefs<CustomerQuery>(customersPath, writeCustomerQuery);

/** A person's own address; ids may hold any characters. */
export function customerHref(id: string, page: RecordingPage = firstPage): Route {
  const parameters = writeRecordingQuery({ filter: emptyFilter, page }).toString();
  const path = `${customersPath}/${writeIdSegment(id)}`;
  return (parameters ? `${path}?${parameters}` : path) as Route;
}

/** Everything that narrows the list, in the order of the controls. */
export function describeCustomerFilter(query: CustomerQuery): FilterChip[] {
  const { filter } = query;
  const { chips: t, type: typeName, noType, flags } = customersTexts();
  return [
    ...filter.types.map((type) => ({
      name: typeName,
      verb: t.typeIs,
      value: type ?? noType,
      removeHref: filterHref(query, { types: filter.types.filter((other) => other !== type) }),
      field: { removeHref: filterHref(query, { types: [] }) },
    })),
    ...customerFlags.flatMap((field) => {
      const value = filter[field];
      if (value === null) return [];
      const removeHref = filterHref(query, { [field]: null });
      return [{ name: flags[field], verb: t.flagIs, value: value ? t.yes : t.no, removeHref }];
    }),
    ...(filter.q
      ? [
          {
            name: t.search,
            verb: t.searchFor,
            value: filter.q,
            removeHref: filterHref(query, { q: "" }),
          },
        ]
      : []),
  ];
}

type FlagField = Extract<keyof CustomerFilter, "confirmed" | "phoneOk" | "contradictions">;

/** What is true of a person or not. */
export const customerFlags: readonly FlagField[] = ["contradictions", "phoneOk", "confirmed"];

/** Every order of the list, for a menu. */
export function listOrders(query: CustomerQuery) {
  return toOrders<CustomerSort>(customersTexts().orders, query.page.sort, (sort) =>
    sortHref(query, sort),
  );
}

/** How a column orders the list, and where a click on it leads: first what one looks for first. */
export function orderByColumn(query: CustomerQuery, column: "last_call" | "calls" | "name") {
  const orders =
    column === "name" ? (["name", "-name"] as const) : ([`-${column}`, column] as const);
  return toColumnOrder<CustomerSort>(orders, query.page.sort, (sort) => sortHref(query, sort));
}
