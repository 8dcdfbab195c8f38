import { GitCompareArrows } from "lucide-react";
import type { Route } from "next";
import Link from "next/link";
import { counted } from "@/components/format/numbers";
import { dayChips, type FilterChip, searchChips } from "@/components/list/chips";
import { toolButtonStyle } from "@/components/list/filter-popover";
import { DayRangeFilter, ListHeader, toOrders } from "@/components/list/header";
import { toListHref } from "@/components/list/href";
import { newListHrefs } from "@/components/list/list-hrefs";
import { listHref } from "@/components/recordings/list-href";
import { SearchBox } from "@/components/search/search-box";
import {
  type CampaignFilter,
  type CampaignQuery,
  type CompareQuery,
  emptyCampaignFilter,
  writeCampaignQuery,
  writeCompareQuery,
} from "@/lib/campaigns/views";
import { texts } from "@/lib/language/texts";
import type { UnreadParameter } from "@/lib/list/list-page";
import { emptyFilter, firstPage } from "@/lib/recordings/filter/filter";

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
  return [
    ...dayChips(query.filter, filterHref(query, { from: null, to: null })),
    ...searchChips(query.filter.q, filterHref(query, { q: "" })),
  ];
}

type CampaignsHeaderProps = {
  query: CampaignQuery;
  unread: UnreadParameter[];
  total: number;
  now: Date;
  timeZone: string;
};

/** What stands above the campaigns: how many there are, and every way to narrow them. */
export function CampaignsHeader({ query, unread, total, ...zone }: CampaignsHeaderProps) {
  const t = campaignsTexts();
  return (
    <ListHeader
      title={t.campaigns}
      count={t.found(total)}
      search={
        <SearchBox
          q={query.filter.q}
          others={otherParameters(query, ["q"])}
          path={campaignsPath}
          label={t.search}
          placeholder={t.searchHint}
        />
      }
      orders={toOrders(t.orders, query, sortHref)}
      filters={
        <>
          <DayRangeFilter
            days={query.filter}
            toHref={(days) => filterHref(query, days)}
            path={campaignsPath}
            others={otherParameters(query, ["from", "to"])}
            {...zone}
          />
          <Link
            href={compareHref(toPeriods(query.filter))}
            prefetch={false}
            className={toolButtonStyle}
          >
            <GitCompareArrows aria-hidden className="size-3.5" />
            {t.compare}
          </Link>
        </>
      }
      chips={describeCampaignFilter(query)}
      clearHref={filterHref(query, emptyCampaignFilter)}
      unread={unread}
    />
  );
}

/** The days of the list beside those before, over all campaigns. */
function toPeriods({ from, to }: CampaignFilter) {
  return { campaigns: [], from, to, beforeFrom: null, beforeTo: null };
}

export const campaignsTexts = texts("campaigns", {
  campaigns: "Campaigns",
  found: (count: number) => counted(count, "campaign", "campaigns"),
  search: "Search campaigns",
  searchHint: "Search by name",
  compare: "Compare",
  orders: {
    "-calls": "Most calls first",
    calls: "Fewest calls first",
    "-minutes": "Most minutes first",
    minutes: "Fewest minutes first",
    "-last_call": "Latest call first",
    last_call: "Longest without a call first",
    "-success": "Highest success share first",
    success: "Lowest success share first",
    "-success_change": "Biggest gain in success first",
    success_change: "Biggest drop in success first",
    name: "Name, A to Z",
    "-name": "Name, Z to A",
  },
  campaign: "Campaign",
  calls: "Calls",
  minutes: "Minutes",
  average: "Average length",
  success: "Success share",
  unknownSuccess:
    "No statuses count as success yet: an administrator can choose them above the list of recordings",
  change: "Change",
  comparedWith: (days: string) => `Compared with ${days}`,
  chooseDays: "Choose days to see a change",
  status: "Status",
  lastCall: "Last call",
  /** Beside their numbers, where no head stands above them. */
  callsWord: (count: number): string => (count === 1 ? "call" : "calls"),
  minutesWord: "min",
  averageWord: "average",
  successWord: "success",
  unknownTime: "Unknown",
  shareOn: (share: string, days: string) => `${share} on ${days}`,
  others: (kinds: number) => `${kinds} ${kinds === 1 ? "other" : "others"}`,
  things: "campaigns",
  noneMatch:
    "No campaign with this name has calls on these days. Choose more days, or clear the filters.",
  noneYet: "No campaigns yet",
  whenTheyCome: "A campaign appears here with its first call.",
});
