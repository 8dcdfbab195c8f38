import { pagesTexts, titled } from "@/app/texts.en";
import { CoverageSection } from "@/components/coverage/gaps";
import { deliveriesPath } from "@/components/deliveries/deliveries-list";
import { ButtonLink } from "@/components/ui/controls/links";
import { PageBody, PageHeader, Section } from "@/components/ui/page/sections";
import { DriftNews } from "@/components/webhooks/drift";
import { WebhookUrlSection } from "@/components/webhooks/secrets";
import { RetryWindowForm } from "@/components/webhooks/webhook-controls";
import {
  DeliveryLog,
  IntakeState,
  NoContactYet,
  WebhookChecks,
  WebhookTabs,
} from "@/components/webhooks/webhook-pages";
import { acknowledge, takeBack } from "@/lib/coverage/actions";
import { loadCoverage } from "@/lib/coverage/load";
import { revealWebhookUrl, saveRetryWindow } from "@/lib/intake/actions";
import { loadDriftNews, loadRetryWindow, loadSecrets, loadWebhook } from "@/lib/intake/load";
import { viewerTimeZone } from "@/lib/settings/time-zone";
import { loadVocabulary } from "@/lib/vocabulary/load";

export const generateMetadata = titled((t) => t.webhooks.title);

const latestGaps = 5;

export default async function WebhooksPage() {
  const [webhook, secrets, coverage, news, retryWindow] = await Promise.all([
    loadWebhook(),
    loadSecrets(),
    loadCoverage({ after: null, most: latestGaps }),
    loadDriftNews(),
    loadRetryWindow(),
  ]);
  const timeZone = await viewerTimeZone();
  const t = pagesTexts().webhooks;
  return (
    <>
      <WebhookTabs here="overview" />
      <PageBody>
        <PageHeader title={t.title} description={t.text} actions={<WebhookChecks />} />
        <IntakeState webhook={webhook} timeZone={timeZone} />
        {webhook.deliveries.length === 0 ? <NoContactYet /> : null}
        <WebhookUrlSection secrets={secrets} timeZone={timeZone} reveal={revealWebhookUrl} />
        <CoverageSection
          coverage={coverage}
          now={new Date()}
          timeZone={timeZone}
          vocabulary={await loadVocabulary()}
          gapActions={{ acknowledge, takeBack }}
        />
        <DriftNews news={news} />
        <Section title={t.retries} description={t.retriesText}>
          <RetryWindowForm minutes={retryWindow.minutes} save={saveRetryWindow} />
        </Section>
        <Section
          title={t.recent}
          description={t.recentText}
          actions={
            <ButtonLink href={deliveriesPath} size="small">
              {t.allDeliveries}
            </ButtonLink>
          }
        >
          <DeliveryLog deliveries={webhook.deliveries} timeZone={timeZone} />
        </Section>
      </PageBody>
    </>
  );
}
