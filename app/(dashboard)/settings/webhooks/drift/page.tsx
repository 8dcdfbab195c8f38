import { pagesTexts, titled } from "@/app/texts.en";
import { PageHeader } from "@/components/ui/page/sections";
import { DriftSection } from "@/components/webhooks/drift";
import { WebhookTabs } from "@/components/webhooks/webhook-pages";
import { acknowledgeChanges } from "@/lib/intake/actions";
import { loadDrift } from "@/lib/intake/load";
import { viewerTimeZone } from "@/lib/settings/time-zone";

export const generateMetadata = titled((t) => t.drift.title);

export default async function DriftPage() {
  const { structure, values } = await loadDrift();
  const timeZone = await viewerTimeZone();
  const shared = { now: new Date(), timeZone, acknowledge: acknowledgeChanges };
  const t = pagesTexts().drift;
  return (
    <>
      <WebhookTabs here="drift" />
      <div className="mx-auto w-full max-w-6xl space-y-6 px-4 py-6 sm:px-6 lg:py-8">
        <PageHeader title={t.title} description={t.text} />
        <DriftSection
          title={t.structure}
          description={t.structureText}
          empty={t.noStructure}
          list={structure}
          {...shared}
        />
        <DriftSection
          title={t.values}
          description={t.valuesText}
          empty={t.noValues}
          list={values}
          {...shared}
        />
      </div>
    </>
  );
}
