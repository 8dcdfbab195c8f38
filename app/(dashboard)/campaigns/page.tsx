import { titled } from "@/app/texts.en";
import {
  CampaignsHeader,
  campaignsHref,
  otherParameters,
  pageHref,
} from "@/components/campaigns/campaigns-list";
import { CampaignsEmpty, CampaignsTable } from "@/components/campaigns/campaigns-table";
import { CompareChoice } from "@/components/campaigns/compare-choice";
import { lastWeek } from "@/components/format/time-spans";
import { toParameters } from "@/components/list/href";
import { ListNavigation } from "@/components/list/navigation";
import { ListPaging } from "@/components/list/paging";
import { requireViewer } from "@/lib/access/gate/gate";
import { loadCampaignList } from "@/lib/campaigns/load";
import { parseCampaignQuery } from "@/lib/campaigns/views";
import { viewerTimeZone } from "@/lib/settings/time-zone";
import { loadSuccessStatuses, loadVocabulary } from "@/lib/vocabulary/load";
import { findNamed, listHeads, listWhole } from "@/lib/vocabulary/terms";

export const generateMetadata = titled((t) => t.campaigns.title);

export default async function CampaignsPage({ searchParams }: PageProps<"/campaigns">) {
  const { unread, ...query } = parseCampaignQuery(toParameters(await searchParams));
  await requireViewer({ returnTo: campaignsHref(query) });
  const vocabulary = await loadVocabulary();
  const success = listWhole(await loadSuccessStatuses(), vocabulary.status);
  const list = await loadCampaignList(query, {
    alsoFound: findNamed(vocabulary.campaign, query.filter.q),
    heads: listHeads(vocabulary.campaign),
    success,
  });
  const { total, after, before } = list;
  const zone = { now: new Date(), timeZone: await viewerTimeZone() };
  return (
    <ListNavigation>
      <CampaignsHeader query={query} unread={unread} total={total} {...zone} />
      {list.rows.length > 0 ? (
        <CompareChoice
          days={otherParameters(query, ["q", "sort", "limit"])}
          week={lastWeek(zone.now, zone.timeZone)}
        >
          <CampaignsTable
            list={list}
            isSuccessKnown={success.length > 0}
            query={query}
            vocabulary={vocabulary}
            {...zone}
          />
        </CompareChoice>
      ) : (
        <CampaignsEmpty query={query} />
      )}
      <ListPaging pageHref={(start) => pageHref(query, start)} after={after} before={before} />
    </ListNavigation>
  );
}
