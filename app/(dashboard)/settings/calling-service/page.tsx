import type { Metadata } from "next";
import { ConnectionFacts } from "@/components/calling-service/connection-facts";
import { ConnectionTest } from "@/components/calling-service/connection-test";
import { NotConfigured } from "@/components/calling-service/not-configured";
import { PageBody, PageHeader, Section } from "@/components/ui/page/sections";
import { testCallingService } from "@/lib/calling-service/actions";
import { loadConnection } from "@/lib/calling-service/load";
import { viewerTimeZone } from "@/lib/settings/time-zone";

export const metadata: Metadata = { title: "Calling service" };

export default async function CallingServicePage() {
  const { connection, canTest } = await loadConnection();
  const timeZone = await viewerTimeZone();
  return (
    <PageBody>
      <PageHeader
        title="Calling service"
        description="Earshot exchanges its API key for a token, to fetch audio and customer lists."
      />
      {connection.configured ? (
        <Section title="Connection">
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
