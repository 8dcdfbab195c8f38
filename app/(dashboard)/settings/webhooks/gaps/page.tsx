import type { Metadata } from "next";
import { AboutGaps } from "@/components/coverage/about-gaps";
import { GapsPaging } from "@/components/coverage/coverage-section";
import { GapTable } from "@/components/coverage/gap-table";
import { toParameters } from "@/components/list/href";
import { PageBody, PageHeader, Section } from "@/components/ui/page/sections";
import { BackToWebhooks } from "@/components/webhooks/webhook-links";
import { acknowledge, takeBack } from "@/lib/coverage/actions";
import { loadCoverage } from "@/lib/coverage/load";
import { viewerTimeZone } from "@/lib/settings/time-zone";
import { loadVocabulary } from "@/lib/vocabulary/load";

export const metadata: Metadata = { title: "Gaps" };

const rowsOfPage = 50;

export default async function GapsPage({ searchParams }: PageProps<"/settings/webhooks/gaps">) {
  const cursor = toParameters(await searchParams).get("after");
  const { listening, gaps, after } = await loadCoverage({ after: cursor, most: rowsOfPage });
  const timeZone = await viewerTimeZone();
  return (
    <PageBody>
      <div>
        <BackToWebhooks />
        <PageHeader
          title="Gaps"
          description="Periods when calls may be missing. The calling service sends each call once, so check there what happened."
        />
      </div>
      <Section title="Possible gaps">
        {gaps.length > 0 ? (
          <GapTable
            gaps={gaps}
            now={new Date()}
            timeZone={timeZone}
            vocabulary={await loadVocabulary()}
            actions={{ acknowledge, takeBack }}
          />
        ) : (
          <p className="text-dense text-muted">
            {cursor === null ? "Nothing is known to be missing." : "There are no earlier gaps."}
          </p>
        )}
      </Section>
      <GapsPaging isFirst={cursor === null} after={after} />
      <AboutGaps listening={listening} timeZone={timeZone} />
    </PageBody>
  );
}
