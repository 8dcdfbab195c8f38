import type { Metadata } from "next";
import { CampaignsEmpty } from "@/components/campaigns/campaigns-empty";
import { CampaignsHeader } from "@/components/campaigns/campaigns-header";
import { campaignsHref } from "@/components/campaigns/campaigns-href";
import { CampaignsPaging } from "@/components/campaigns/campaigns-paging";
import { CampaignsTable } from "@/components/campaigns/campaigns-table";
import { ListNavigation } from "@/components/list/list-navigation";
import { toParameters } from "@/components/list/to-parameters";
import { requireViewer } from "@/lib/access/gate/gate";
import { parseCampaignQuery } from "@/lib/campaigns/campaign-filter-url";
import { loadCampaignList } from "@/lib/campaigns/load";
import { viewerTimeZone } from "@/lib/settings/time-zone";
import { findNamed } from "@/lib/vocabulary/find-named";
import { loadVocabulary } from "@/lib/vocabulary/load";
import { listHeads } from "@/lib/vocabulary/merged-values";

export const metadata: Metadata = { title: "Campaigns" };

export default async function CampaignsPage({ searchParams }: PageProps<"/campaigns">) {
  const { unread, ...query } = parseCampaignQuery(toParameters(await searchParams));
  await requireViewer({ returnTo: campaignsHref(query) });
  const vocabulary = await loadVocabulary();
  const { rows, total, after, before } = await loadCampaignList(query, {
    alsoFound: findNamed(vocabulary.campaign, query.filter.q),
    heads: listHeads(vocabulary.campaign),
  });
  const zone = { now: new Date(), timeZone: await viewerTimeZone() };
  return (
    <ListNavigation>
      <CampaignsHeader query={query} unread={unread} total={total} {...zone} />
      {rows.length > 0 ? (
        <CampaignsTable rows={rows} query={query} vocabulary={vocabulary} {...zone} />
      ) : (
        <CampaignsEmpty query={query} />
      )}
      <CampaignsPaging query={query} after={after} before={before} />
    </ListNavigation>
  );
}
