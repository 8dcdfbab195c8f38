import type { Route } from "next";
import { describeDays } from "@/components/format/dates";
import type { FilterChip } from "@/components/list/chips";
import { toListHref } from "@/components/list/href";
import { newListHrefs } from "@/components/list/list-hrefs";
import { toColumnOrder, toOrders } from "@/components/list/table";
import { listHref } from "@/components/recordings/list-href";
import {
  type CampaignFilter,
  type CampaignQuery,
  type CampaignSort,
  type CompareQuery,
  writeCampaignQuery,
  writeCompareQuery,
} from "@/lib/campaigns/views";
import { emptyFilter, firstPage } from "@/lib/recordings/filter/filter";
import { campaignsTexts } from "./texts.en";

export const campaignsPath: Route = "/campaigns";
export const comparePath: Route = "/campaigns/compare";

export function compareHref(query: CompareQuery): Route {
  return toListHref(writeCompareQuery(query), comparePath);
}

export const {
  listHref: campaignsHref,
  filterHref,
  sortHref,
  pageHref,
  otherParameters,
} = newListHrefs<CampaignQuery>(campaignsPath, writeCampaignQuery);

/** The calls that a row counts, in the list of recordings; null is "no campaign". */
export function campaignCallsHref(
  { from, to }: CampaignFilter,
  campaigns: readonly (string | null)[],
): Route {
  return listHref({
    filter: { ...emptyFilter, campaign: { include: [...campaigns], exclude: [] }, from, to },
    page: firstPage,
  });
}

/** Everything that narrows the list, in the order of the controls. */
export function describeCampaignFilter(query: CampaignQuery): FilterChip[] {
  const t = campaignsTexts();
  const { q, from, to } = query.filter;
  const days = describeDays(from, to);
  return [
    ...(days
      ? [{ name: t.date, ...days, removeHref: filterHref(query, { from: null, to: null }) }]
      : []),
    ...(q
      ? [
          {
            name: t.searched,
            verb: t.searchedFor,
            value: q,
            removeHref: filterHref(query, { q: "" }),
          },
        ]
      : []),
  ];
}

/** Every order of the list, for a menu. */
export function listOrders(query: CampaignQuery) {
  return toOrders<CampaignSort>(campaignsTexts().orders, query.page.sort, (sort) =>
    sortHref(query, sort),
  );
}

type Column = "calls" | "minutes" | "last_call" | "success" | "success_change" | "name";

/** How a column orders the list, and where a click on it leads: first what one looks for first. */
export function orderByColumn(query: CampaignQuery, column: Column) {
  const orders =
    column === "name" ? (["name", "-name"] as const) : ([`-${column}`, column] as const);
  return toColumnOrder<CampaignSort>(orders, query.page.sort, (sort) => sortHref(query, sort));
}
