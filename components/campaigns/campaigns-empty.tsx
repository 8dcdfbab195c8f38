import { Megaphone } from "lucide-react";
import { EmptyList } from "@/components/list/empty-list";
import { EmptyState } from "@/components/ui/page/empty-state";
import { type CampaignQuery, emptyCampaignFilter } from "@/lib/campaigns/campaign-filter";
import { filterHref, pageHref } from "./campaigns-href";
import { describeCampaignFilter } from "./describe-campaign-filter";

/** Why the list shows no campaign. */
export function CampaignsEmpty({ query }: { query: CampaignQuery }) {
  return (
    <EmptyList
      things="campaigns"
      page={query.page}
      firstHref={pageHref(query, "first")}
      isFiltered={describeCampaignFilter(query).length > 0}
      clearHref={filterHref(query, emptyCampaignFilter)}
      advice="No campaign of this name has a call in these days. Ask for more days, or clear the filters."
    >
      <EmptyState icon={Megaphone} title="No campaigns yet">
        A campaign appears here with the first call that names it.
      </EmptyState>
    </EmptyList>
  );
}
