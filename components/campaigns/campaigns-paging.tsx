import { NeighbourPages } from "@/components/list/neighbour-pages";
import type { CampaignQuery } from "@/lib/campaigns/campaign-filter";
import type { CampaignListView } from "@/lib/campaigns/views";
import { pageHref } from "./campaigns-href";

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
