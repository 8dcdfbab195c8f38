import { describeDays } from "@/components/format/describe-days";
import type { FilterChip } from "@/components/recordings/filters/filter-chips";
import type { CampaignQuery } from "@/lib/campaigns/campaign-filter";
import { filterHref } from "./campaigns-href";

/** Everything that narrows the list, in the order of the controls. */
export function describeCampaignFilter(query: CampaignQuery): FilterChip[] {
  const { q, from, to } = query.filter;
  const days = describeDays(from, to);
  return [
    ...(days
      ? [{ name: "Date", ...days, removeHref: filterHref(query, { from: null, to: null }) }]
      : []),
    ...(q
      ? [{ name: "Search", verb: "for", value: q, removeHref: filterHref(query, { q: "" }) }]
      : []),
  ];
}
