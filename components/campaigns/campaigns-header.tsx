import { countFormat } from "@/components/format/numbers";
import { DayRangeFilter } from "@/components/list/filter-form";
import { ListHeader } from "@/components/list/header";
import { SearchBox } from "@/components/search/search-box";
import { type CampaignQuery, emptyCampaignFilter } from "@/lib/campaigns/campaign-filter";
import type { UnreadParameter } from "@/lib/list/list-url";
import {
  campaignsPath,
  describeCampaignFilter,
  filterHref,
  listOrders,
  otherParameters,
} from "./campaigns-href";

type CampaignsHeaderProps = {
  query: CampaignQuery;
  unread: UnreadParameter[];
  total: number;
  now: Date;
  timeZone: string;
};

/** What stands above the campaigns: how many there are, and every way to narrow them. */
export function CampaignsHeader({ query, unread, total, ...zone }: CampaignsHeaderProps) {
  return (
    <ListHeader
      title="Campaigns"
      count={`${countFormat.format(total)} ${total === 1 ? "campaign" : "campaigns"}`}
      search={
        <SearchBox
          q={query.filter.q}
          others={otherParameters(query, ["q"])}
          path={campaignsPath}
          label="Search campaigns"
          placeholder="Search by name"
        />
      }
      orders={listOrders(query)}
      filters={
        <DayRangeFilter
          days={query.filter}
          toHref={(days) => filterHref(query, days)}
          path={campaignsPath}
          others={otherParameters(query, ["from", "to"])}
          {...zone}
        />
      }
      chips={describeCampaignFilter(query)}
      clearHref={filterHref(query, emptyCampaignFilter)}
      unread={unread}
    />
  );
}
