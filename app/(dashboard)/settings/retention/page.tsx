import type { Metadata } from "next";
import { pagesTexts } from "@/app/texts.en";
import { KeptDays, RetentionFacts } from "@/components/retention/kept-days";
import { RetentionForm } from "@/components/retention/retention-form";
import { PageBody, PageHeader, Section } from "@/components/ui/page/sections";
import { saveRetention } from "@/lib/intake/actions";
import { loadRetention } from "@/lib/intake/load";
import { viewerTimeZone } from "@/lib/settings/time-zone";

export function generateMetadata(): Metadata {
  return { title: pagesTexts().retention.title };
}

export default async function RetentionPage() {
  const retention = await loadRetention();
  const timeZone = await viewerTimeZone();
  const t = pagesTexts().retention;
  return (
    <PageBody>
      <PageHeader title={t.title} description={t.text} />
      <Section title={t.period} description={t.periodText}>
        <RetentionForm days={retention.days} action={saveRetention} />
      </Section>
      <Section title={t.kept}>
        <div className="space-y-4">
          <RetentionFacts retention={retention} timeZone={timeZone} />
          <KeptDays retention={retention} />
        </div>
      </Section>
    </PageBody>
  );
}
