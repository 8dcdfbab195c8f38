import "server-only";
import { requireViewer } from "@/lib/access/gate/gate";
import { viewerTimeZone } from "@/lib/settings/time-zone";
import type { CampaignQuery } from "./campaign-filter";
import { listCampaigns } from "./list-campaigns";
import type { CampaignListView } from "./views";

/**
 * A page of the campaigns for whoever is signed in; days are taken in their zone. `alsoFound` are
 * campaigns that a search finds by another name.
 */
export async function loadCampaignList(
  query: CampaignQuery,
  alsoFound: string[],
): Promise<CampaignListView> {
  await requireViewer();
  return listCampaigns(query, await viewerTimeZone(), alsoFound);
}
