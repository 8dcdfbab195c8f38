import type { Route } from "next";
import { listHref } from "@/components/recordings/list-href";
import {
  type CampaignFilter,
  type CampaignQuery,
  type CampaignSort,
  firstCampaignPage,
} from "@/lib/campaigns/campaign-filter";
import { writeCampaignQuery } from "@/lib/campaigns/campaign-filter-url";
import { emptyFilter, firstPage } from "@/lib/recordings/filter/filter";

export const campaignsPath: Route = "/campaigns";

/** The list's address for a query. */
export function campaignsHref(query: CampaignQuery): Route {
  const parameters = writeCampaignQuery(query).toString();
  return parameters ? (`${campaignsPath}?${parameters}` as Route) : campaignsPath;
}

/** The same order under another filter, from the first page on: a cursor belongs to its filter. */
export function filterHref(query: CampaignQuery, change: Partial<CampaignFilter>): Route {
  return campaignsHref({ filter: { ...query.filter, ...change }, page: toFirstPage(query) });
}

export function sortHref(query: CampaignQuery, sort: CampaignSort): Route {
  return campaignsHref({ filter: query.filter, page: { ...toFirstPage(query), sort } });
}

/** One step further in the list, from a cursor that the list itself gave. */
export function pageHref(
  query: CampaignQuery,
  cursor: { after: string } | { before: string } | "first",
): Route {
  const page = toFirstPage(query);
  return campaignsHref({
    filter: query.filter,
    page: cursor === "first" ? page : { ...page, ...cursor },
  });
}

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

/** What a form must carry so that it changes its own parameters alone. */
export function otherParameters(query: CampaignQuery, own: string[]): [string, string][] {
  const parameters = writeCampaignQuery({ filter: query.filter, page: toFirstPage(query) });
  return [...parameters].filter(([name]) => !own.includes(name));
}

function toFirstPage({ page: { sort, limit } }: CampaignQuery): CampaignQuery["page"] {
  return { ...firstCampaignPage, sort, limit };
}
