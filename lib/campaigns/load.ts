import "server-only";
import { requireViewer } from "@/lib/access/gate/gate";
import { viewerTimeZone } from "@/lib/settings/time-zone";
import type { CampaignQuery } from "./campaign-filter";
import { type CampaignNames, listCampaigns } from "./list-campaigns";
import type { CampaignListView } from "./views";

/** A page of the campaigns for whoever is signed in; days are taken in their zone. */
export async function loadCampaignList(
  query: CampaignQuery,
  names: CampaignNames,
): Promise<CampaignListView> {
  await requireViewer();
  return listCampaigns(query, await viewerTimeZone(), names);
}
