import { countFormat } from "@/components/format/count-format";
import { ActiveFilters } from "@/components/list/active-filters";
import { DayRangeFilter } from "@/components/list/day-range-filter";
import { OrderMenu } from "@/components/list/order-menu";
import { SearchBox } from "@/components/list/search-box";
import { UnreadParameters } from "@/components/list/unread-parameters";
import { type CampaignQuery, emptyCampaignFilter } from "@/lib/campaigns/campaign-filter";
import type { UnreadParameter } from "@/lib/recordings/filter/filter-url";
import { listOrders } from "./campaign-orders";
import { campaignsPath, filterHref, otherParameters } from "./campaigns-href";
import { describeCampaignFilter } from "./describe-campaign-filter";

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
    <div className="space-y-3 border-line border-b px-4 py-4 sm:px-6">
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
        <div className="flex min-h-8 min-w-0 flex-wrap items-center gap-x-3 gap-y-1">
          <h1 className="font-semibold text-xl tracking-tight">Campaigns</h1>
          <p className="text-muted text-sm tabular-nums">
            {countFormat.format(total)} {total === 1 ? "campaign" : "campaigns"}
          </p>
        </div>
        <div className="flex w-full gap-2 sm:w-auto">
          <SearchBox
            q={query.filter.q}
            others={otherParameters(query, ["q"])}
            path={campaignsPath}
            label="Search campaigns"
            placeholder="Search by name"
          />
          <div className="xl:hidden">
            <OrderMenu orders={listOrders(query)} />
          </div>
        </div>
      </div>
      <section aria-label="Filters" className="flex flex-wrap gap-2 py-1">
        <DayRangeFilter
          days={query.filter}
          toHref={(days) => filterHref(query, days)}
          path={campaignsPath}
          others={otherParameters(query, ["from", "to"])}
          {...zone}
        />
      </section>
      <ActiveFilters
        chips={describeCampaignFilter(query)}
        clearHref={filterHref(query, emptyCampaignFilter)}
      />
      <UnreadParameters unread={unread} />
    </div>
  );
}
