import { pagesTexts, titled } from "@/app/texts.en";
import { AboutGaps, GapsPaging, GapTable } from "@/components/coverage/gaps";
import { toParameters } from "@/components/list/href";
import { PageBody, PageHeader, Section } from "@/components/ui/page/sections";
import { WebhookTabs } from "@/components/webhooks/webhook-pages";
import { acknowledge, takeBack } from "@/lib/coverage/actions";
import { loadCoverage } from "@/lib/coverage/load";
import { viewerTimeZone } from "@/lib/settings/time-zone";
import { loadVocabulary } from "@/lib/vocabulary/load";

export const generateMetadata = titled((t) => t.gaps.title);

const rowsOfPage = 50;

export default async function GapsPage({ searchParams }: PageProps<"/settings/webhooks/gaps">) {
  const cursor = toParameters(await searchParams).get("after");
  const { listening, gaps, after } = await loadCoverage({ after: cursor, most: rowsOfPage });
  const timeZone = await viewerTimeZone();
  const t = pagesTexts().gaps;
  return (
    <>
      <WebhookTabs here="gaps" />
      <PageBody>
        <PageHeader title={t.title} description={t.text} />
        <Section title={t.possible}>
          {gaps.length > 0 ? (
            <GapTable
              gaps={gaps}
              now={new Date()}
              timeZone={timeZone}
              vocabulary={await loadVocabulary()}
              actions={{ acknowledge, takeBack }}
            />
          ) : (
            <p className="text-dense text-muted">{cursor === null ? t.none : t.noEarlier}</p>
          )}
        </Section>
        <GapsPaging isFirst={cursor === null} after={after} />
        <AboutGaps listening={listening} timeZone={timeZone} />
      </PageBody>
    </>
  );
}
