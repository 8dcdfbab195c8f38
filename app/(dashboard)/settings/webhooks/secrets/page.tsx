import { pagesTexts, titled } from "@/app/texts.en";
import { PageBody, PageHeader } from "@/components/ui/page/sections";
import { SecretSection, WebhookUrlSection } from "@/components/webhooks/secrets";
import { WebhookTabs } from "@/components/webhooks/webhook-pages";
import { createWebhookSecret, revealWebhookUrl, revokeWebhookSecret } from "@/lib/intake/actions";
import { loadSecrets } from "@/lib/intake/load";
import { viewerTimeZone } from "@/lib/settings/time-zone";

export const generateMetadata = titled((t) => t.secrets.title);

export default async function SecretsPage() {
  const secrets = await loadSecrets();
  const timeZone = await viewerTimeZone();
  const t = pagesTexts().secrets;
  return (
    <>
      <WebhookTabs here="secrets" />
      <PageBody>
        <PageHeader title={t.title} description={t.text} />
        <WebhookUrlSection
          secrets={secrets}
          timeZone={timeZone}
          reveal={revealWebhookUrl}
          revoke={revokeWebhookSecret}
        />
        <SecretSection secrets={secrets} timeZone={timeZone} create={createWebhookSecret} />
      </PageBody>
    </>
  );
}
