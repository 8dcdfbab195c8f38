import { Megaphone } from "lucide-react";
import { EmptyList } from "@/components/list/empty";
import { NeighbourPages } from "@/components/list/paging";
import { EmptyState } from "@/components/ui/page/empty-state";
import {
  type CampaignQuery,
  emptyCampaignFilter,
} from "@/lib/recordings/campaigns/campaign-filter";
import type { CampaignListView } from "@/lib/recordings/campaigns/views";
import { describeCampaignFilter, filterHref, pageHref } from "./campaigns-href";

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

type CampaignsPagingProps = { query: CampaignQuery } & Pick<CampaignListView, "after" | "before">;

/** The neighbouring pages of the list. */
export function CampaignsPaging({ query, after, before }: CampaignsPagingProps) {
  return (
    <NeighbourPages
      first={pageHref(query, "first")}
      previous={before === null ? null : { href: pageHref(query, { before }), label: "Previous" }}
      next={after === null ? null : { href: pageHref(query, { after }), label: "Next" }}
    />
  );
}
