import { GitCompareArrows } from "lucide-react";
import Link from "next/link";
import { toolButtonStyle } from "@/components/list/filter-popover";
import { DayRangeFilter, ListHeader } from "@/components/list/header";
import { SearchBox } from "@/components/search/search-box";
import {
  type CampaignFilter,
  type CampaignQuery,
  emptyCampaignFilter,
} from "@/lib/campaigns/views";
import type { UnreadParameter } from "@/lib/list/list-page";
import {
  campaignsPath,
  compareHref,
  describeCampaignFilter,
  filterHref,
  listOrders,
  otherParameters,
} from "./campaigns-href";
import { campaignsTexts } from "./texts.en";

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
      orders={listOrders(query)}
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
