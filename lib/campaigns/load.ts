import "server-only";
import { requireViewer } from "@/lib/access/gate/gate";
import { viewerClock } from "@/lib/settings/time-zone";
import { compareCalls, listCampaigns, listSides } from "./campaigns";
import type { CampaignNames } from "./sql";
import type { CampaignListView, CampaignQuery, ComparedSideView, CompareQuery } from "./views";

/** A page of the campaigns for whoever is signed in; days are taken in their zone. */
export async function loadCampaignList(
  query: CampaignQuery,
  names: CampaignNames,
): Promise<CampaignListView> {
  await requireViewer();
  return listCampaigns(query, await viewerClock(), names);
}

/** Both sides of a comparison, or the one that has nothing to be compared with. */
export async function loadComparison(
  query: CompareQuery,
  expand: (campaign: string) => readonly string[],
): Promise<ComparedSideView[]> {
  await requireViewer();
  const clock = await viewerClock();
  const sides = listSides(query, clock);
  return compareCalls(sides, clock, expand);
}
