import { pagesTexts, titled } from "@/app/texts.en";
import { ConnectionFacts, NotConfigured } from "@/components/calling-service/connection-facts";
import { ConnectionTest } from "@/components/calling-service/connection-test";
import { PageBody, PageHeader, Section } from "@/components/ui/page/sections";
import { testCallingService } from "@/lib/calling-service/actions";
import { loadConnection } from "@/lib/calling-service/load";
import { viewerTimeZone } from "@/lib/settings/time-zone";

export const generateMetadata = titled((t) => t.callingService.title);

export default async function CallingServicePage() {
  const { connection, canTest } = await loadConnection();
  const timeZone = await viewerTimeZone();
  const t = pagesTexts().callingService;
  return (
    <PageBody>
      <PageHeader title={t.title} description={t.text} />
      {connection.configured ? (
        <Section title={t.connection}>
          <div className="space-y-4">
            <ConnectionFacts connection={connection} timeZone={timeZone} />
            {canTest ? <ConnectionTest action={testCallingService} timeZone={timeZone} /> : null}
          </div>
        </Section>
      ) : (
        <NotConfigured />
      )}
    </PageBody>
  );
}
