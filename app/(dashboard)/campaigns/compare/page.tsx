import Link from "next/link";
import { pagesTexts, titled } from "@/app/texts.en";
import { campaignsPath, compareHref } from "@/components/campaigns/campaigns-list";
import { CompareForm, Comparison } from "@/components/campaigns/comparison";
import { UnreadParameters } from "@/components/list/header";
import { toParameters } from "@/components/list/href";
import { Callout } from "@/components/ui/page/feedback";
import { toNameView } from "@/components/vocabulary/values";
import { requireViewer } from "@/lib/access/gate/gate";
import { loadCampaignList, loadComparison } from "@/lib/campaigns/load";
import {
  type ComparedSideView,
  emptyCampaignFilter,
  firstCampaignPage,
  parseCompareQuery,
} from "@/lib/campaigns/views";
import { loadSuccessStatuses, loadVocabulary } from "@/lib/vocabulary/load";
import { getMerged, listHeads, listWhole } from "@/lib/vocabulary/terms";

export const generateMetadata = titled((t) => t.compare.title);

export default async function ComparePage({ searchParams }: PageProps<"/campaigns/compare">) {
  const { unread, ...asked } = parseCompareQuery(toParameters(await searchParams));
  await requireViewer({ returnTo: compareHref(asked) });
  const vocabulary = await loadVocabulary();
  const valuesOf = (campaign: string) => getMerged(vocabulary.campaign, campaign).values;
  const query = {
    ...asked,
    campaigns: asked.campaigns.map((one) => (one === null ? null : valuesOf(one)[0])),
  };
  const success = listWhole(await loadSuccessStatuses(), vocabulary.status);
  const names = { alsoFound: [], heads: listHeads(vocabulary.campaign), success };
  const everything = { filter: emptyCampaignFilter, page: { ...firstCampaignPage, limit: 200 } };
  const [sides, { rows }] = await Promise.all([
    loadComparison(query, valuesOf),
    loadCampaignList(everything, names),
  ]);
  const known = [...new Set([...query.campaigns, ...rows.map(({ campaign }) => campaign)])];
  const choices = known.map((campaign) => ({
    campaign,
    label: toNameView("campaign", campaign, vocabulary).label,
  }));
  return (
    <div className="mx-auto w-full max-w-6xl space-y-6 px-4 py-4 sm:px-6">
      <div className="flex min-h-8 items-center gap-2 text-xl">
        <Link
          href={campaignsPath}
          prefetch={false}
          className="text-muted hover:text-text hover:underline"
        >
          {pagesTexts().campaigns.title}
        </Link>
        <span aria-hidden className="text-faint">
          /
        </span>
        <h1 className="font-semibold tracking-tight">{pagesTexts().compare.heading}</h1>
      </div>
      <CompareForm query={query} unread={unread} choices={choices} />
      <UnreadParameters unread={unread} />
      <Advice sides={sides} isSuccessKnown={success.length > 0} />
      <Comparison sides={sides} success={success} vocabulary={vocabulary} />
    </div>
  );
}

type AdviceProps = { sides: ComparedSideView[]; isSuccessKnown: boolean };

/** Says why a comparison tells less than it might. */
function Advice(props: AdviceProps) {
  const t = pagesTexts().compare;
  const why = findReason(props);
  if (!why) return null;
  return (
    <Callout variant="info" title={t[why]}>
      {t[`${why}Text`]}
    </Callout>
  );
}

function findReason({ sides, isSuccessKnown }: AdviceProps) {
  const [one, other] = sides;
  if (one && !other) return "nothing";
  if (JSON.stringify(one?.filter) === JSON.stringify(other?.filter)) return "same";
  if (sides.every(({ figures }) => figures.statuses?.length === 0)) return "noCalls";
  return isSuccessKnown ? null : "noSuccess";
}
