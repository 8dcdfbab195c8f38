import type { CustomerQuery, CustomerSort } from "@/lib/customers/customer-filter";
import { sortHref } from "./customers-href";

const labels: Record<CustomerSort, string> = {
  "-last_call": "Last call first",
  last_call: "Longest silent first",
  "-calls": "Most calls first",
  calls: "Fewest calls first",
  name: "Name from A to Z",
  "-name": "Name from Z to A",
};

/** Every order of the list, for a menu. */
export function listOrders(query: CustomerQuery) {
  return orders.map((sort) => ({
    label: labels[sort],
    href: sortHref(query, sort),
    isChosen: query.page.sort === sort,
  }));
}

/** How a column orders the list, and where a click on it leads: first what one looks for first. */
export function orderByColumn(query: CustomerQuery, column: "last_call" | "calls" | "name") {
  const [first, second] =
    column === "name" ? (["name", "-name"] as const) : ([`-${column}`, column] as const);
  const { sort } = query.page;
  const isOrdering = sort === first || sort === second;
  const order = sort.startsWith("-") ? ("descending" as const) : ("ascending" as const);
  return {
    order: isOrdering ? order : undefined,
    href: sortHref(query, sort === first ? second : first),
  };
}

const orders: CustomerSort[] = ["-last_call", "last_call", "-calls", "calls", "name", "-name"];
