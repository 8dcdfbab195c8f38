import { Megaphone, SearchX } from "lucide-react";
import { ListLink } from "@/components/recordings/list-link";
import { buttonStyle } from "@/components/ui/button-style";
import { EmptyState } from "@/components/ui/empty-state";
import {
  type CampaignQuery,
  emptyCampaignFilter,
} from "@/lib/recordings/campaigns/campaign-filter";
import { filterHref, pageHref } from "./campaigns-href";
import { describeCampaignFilter } from "./describe-campaign-filter";

/** Why the list shows no campaign: past its end, none matches, or there was no call yet. */
export function CampaignsEmpty({ query }: { query: CampaignQuery }) {
  const link = buttonStyle("secondary", "small");
  if (query.page.after !== null || query.page.before !== null) {
    const first = (
      <ListLink href={pageHref(query, "first")} className={link}>
        First page
      </ListLink>
    );
    return (
      <EmptyState icon={SearchX} title="No more campaigns" actions={first}>
        This page lies past the end of the list.
      </EmptyState>
    );
  }
  if (describeCampaignFilter(query).length > 0) {
    const clear = (
      <ListLink href={filterHref(query, emptyCampaignFilter)} className={link}>
        Clear filters
      </ListLink>
    );
    return (
      <EmptyState icon={SearchX} title="No campaigns match" actions={clear}>
        No campaign of this name has a call in these days. Ask for more days, or clear the filters.
      </EmptyState>
    );
  }
  return (
    <EmptyState icon={Megaphone} title="No campaigns yet">
      A campaign appears here with the first call that names it.
    </EmptyState>
  );
}
