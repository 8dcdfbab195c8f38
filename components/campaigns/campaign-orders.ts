import type { CampaignQuery, CampaignSort } from "@/lib/campaigns/campaign-filter";
import { sortHref } from "./campaigns-href";

const labels: Record<CampaignSort, string> = {
  "-calls": "Most calls first",
  calls: "Fewest calls first",
  "-minutes": "Most minutes first",
  minutes: "Fewest minutes first",
  "-last_call": "Last call first",
  last_call: "Longest silent first",
  name: "Name from A to Z",
  "-name": "Name from Z to A",
};

/** Every order of the list, for a menu. */
export function listOrders(query: CampaignQuery) {
  return orders.map((sort) => ({
    label: labels[sort],
    href: sortHref(query, sort),
    isChosen: query.page.sort === sort,
  }));
}

type Column = "calls" | "minutes" | "last_call" | "name";

/** How a column orders the list, and where a click on it leads: first what one looks for first. */
export function orderByColumn(query: CampaignQuery, column: Column) {
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

const orders: CampaignSort[] = [
  ...(["-calls", "calls", "-minutes", "minutes"] as const),
  ...(["-last_call", "last_call", "name", "-name"] as const),
];
