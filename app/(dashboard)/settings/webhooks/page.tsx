import type { Metadata } from "next";
import { PageBody } from "@/components/ui/page-body";
import { PageHeader } from "@/components/ui/page-header";
import { Section } from "@/components/ui/section";
import { DeliveryLog } from "@/components/webhooks/delivery-log";
import { IntakeState } from "@/components/webhooks/intake-state";
import { WebhookUrl } from "@/components/webhooks/webhook-url";
import { loadWebhook } from "@/lib/intake/load";
import { viewerTimeZone } from "@/lib/settings/time-zone";

export const metadata: Metadata = { title: "Webhooks" };

export default async function WebhooksPage() {
  const webhook = await loadWebhook();
  return (
    <PageBody>
      <PageHeader
        title="Webhooks"
        description="Where the calling service sends its recordings, and what became of them."
      />
      <IntakeState webhook={webhook} />
      <Section
        title="URL to register"
        description="In the calling service's dashboard, under Settings > Webhooks."
      >
        <WebhookUrl url={webhook.url} />
      </Section>
      <Section title="Latest deliveries" description="The 50 newest, whether understood or not.">
        <DeliveryLog deliveries={webhook.deliveries} timeZone={await viewerTimeZone()} />
      </Section>
    </PageBody>
  );
}
