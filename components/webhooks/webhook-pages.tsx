import type { Route } from "next";
import { deliveryHref } from "@/components/deliveries/deliveries-list";
import { OutcomeBadge } from "@/components/deliveries/deliveries-table";
import { Instant } from "@/components/format/dates";
import { fillText } from "@/components/format/text";
import { wordProblem } from "@/components/format/word-remark";
import { BackLink, ButtonLink, TextLink } from "@/components/ui/controls/links";
import { PageLink } from "@/components/ui/controls/page-link";
import { Code } from "@/components/ui/page/details";
import { Callout } from "@/components/ui/page/feedback";
import type { DeliverySummaryView, WebhookView } from "@/lib/intake/views/views";
import { translateStored } from "@/lib/language/translate-stored";
import { recordingHref } from "@/lib/list/id-segment";
import { webhooksTexts } from "./texts.en";

type WebhookTab = "overview" | "secrets" | "deliveries" | "drift" | "gaps";

/** The pages of the webhook side by side, and which one this is. */
export function WebhookTabs({ here }: { here: WebhookTab }) {
  const t = webhooksTexts();
  return (
    <nav aria-label={t.webhooks} className="border-line border-b px-4 py-1.5 sm:px-6">
      <ul className="-mx-2.5 flex flex-wrap gap-x-1 gap-y-0.5">
        {tabs.map(({ tab, href }) => (
          <li key={tab}>
            <PageLink
              href={href}
              aria-current={tab === here ? "page" : undefined}
              className="flex h-8 pointer-coarse:h-10 items-center rounded-md px-2.5 text-dense text-muted transition-colors hover:bg-hover hover:text-text aria-[current]:bg-pressed aria-[current]:font-medium aria-[current]:text-text"
            >
              {t.tabs[tab]}
            </PageLink>
          </li>
        ))}
      </ul>
    </nav>
  );
}

const tabs: { tab: WebhookTab; href: Route }[] = [
  { tab: "overview", href: "/settings/webhooks" },
  { tab: "secrets", href: "/settings/webhooks/secrets" },
  { tab: "deliveries", href: "/settings/webhooks/deliveries" },
  { tab: "drift", href: "/settings/webhooks/drift" },
  { tab: "gaps", href: "/settings/webhooks/gaps" },
];

/** The two ways to see for oneself that the webhook works. */
export function WebhookChecks() {
  const t = webhooksTexts();
  return (
    <>
      <ButtonLink href="/settings/webhooks/first-contact" size="small">
        {t.connectionSetup}
      </ButtonLink>
      <ButtonLink href="/settings/webhooks/rehearsal" size="small">
        {t.testRun}
      </ButtonLink>
    </>
  );
}

/** From a page below the webhook settings to those. */
export function BackToWebhooks() {
  return (
    <BackLink href="/settings/webhooks" className="mb-2">
      {webhooksTexts().webhooks}
    </BackLink>
  );
}

/** The first thing to do, as long as no delivery has ever come. */
export function NoContactYet() {
  const t = webhooksTexts().noContact;
  return (
    <Callout variant="info" title={t.title}>
      <p>{t.text}</p>
      <ButtonLink
        href="/settings/webhooks/first-contact"
        variant="primary"
        size="small"
        className="mt-2"
      >
        {t.connect}
      </ButtonLink>
    </Callout>
  );
}

type Props = { webhook: WebhookView; timeZone: string };

/** Whether events are accepted and reach the list, and whether the counts are those of the calls. */
export function IntakeState({ webhook, timeZone }: Props) {
  const { comparedAt, difference } = webhook;
  const t = webhooksTexts();
  return (
    <div className="space-y-2">
      <Listening webhook={webhook} />
      {webhook.heldAside.length > 0 ? <HeldAside ids={webhook.heldAside} /> : null}
      {comparedAt === null ? null : (
        <p className="text-dense text-muted">
          {fillText(t.countsChecked, {
            at: <Instant at={comparedAt} timeZone={timeZone} />,
            difference: difference ?? t.noDifference,
          })}
        </p>
      )}
    </div>
  );
}

function Listening({ webhook }: { webhook: WebhookView }) {
  const { isReady, reasons, waiting, heldAside, clockMinutesApart } = webhook;
  const t = webhooksTexts();
  const processed = heldAside.length > 0 ? t.othersProcessed : t.allProcessed;
  if (isReady && clockMinutesApart !== null) {
    return (
      <Callout variant="warn" title={t.clockWrong}>
        {t.clocksDiffer(clockMinutesApart)}
      </Callout>
    );
  }
  if (isReady) {
    return (
      <Callout variant="good" title={t.listening}>
        {waiting ? t.onTheirWay(waiting) : null}
        {waiting === 0 ? processed : null}
      </Callout>
    );
  }
  return (
    <Callout variant="warn" title={t.somethingWrong}>
      <ul className="list-inside list-disc">
        {reasons.map((reason) => (
          <li key={reason}>{translateStored(reason, t.reasons)}</li>
        ))}
      </ul>
      {waiting ? <p>{t.waitInJournal(waiting)}</p> : null}
    </Callout>
  );
}

function HeldAside({ ids }: { ids: string[] }) {
  const t = webhooksTexts();
  return (
    <Callout variant="warn" title={t.notStored}>
      <p>{t.heldAside}</p>
      <ul className="list-inside list-disc">
        {ids.slice(0, mostHeldAside).map((id) => (
          <li key={id}>
            <TextLink href={deliveryHref(id)}>
              <Code>{id}</Code>
            </TextLink>
          </li>
        ))}
      </ul>
      {ids.length > mostHeldAside ? <p>{t.moreHeldAside(ids.length - mostHeldAside)}</p> : null}
    </Callout>
  );
}

const mostHeldAside = 20;

type DeliveryLogProps = { deliveries: DeliverySummaryView[]; timeZone: string };

/** Deliveries, newest first: when, what became of them, and why not. */
export function DeliveryLog({ deliveries, timeZone }: DeliveryLogProps) {
  const t = webhooksTexts();
  if (deliveries.length === 0) {
    return <p className="text-dense text-muted">{t.noneYet}</p>;
  }
  return (
    <ol className="-my-2 divide-y divide-line text-dense">
      {deliveries.map((delivery) => (
        <li key={delivery.id} className="flex flex-wrap items-start gap-x-4 gap-y-1 py-1">
          <div className="min-w-0 flex-1">
            <TextLink href={deliveryHref(delivery.id)} className={targetStyle}>
              <Instant at={delivery.acceptedAt} timeZone={timeZone} />
            </TextLink>
            <p className="text-muted text-xs">
              {delivery.recordingIds.slice(0, 3).map((id) => (
                <TextLink
                  key={id}
                  href={recordingHref(id)}
                  className={`mr-2 hover:text-text ${targetStyle}`}
                >
                  <Code>{id}</Code>
                </TextLink>
              ))}
              {delivery.recordCount > 3 ? t.ofRecords(delivery.recordCount) : null}
            </p>
            {delivery.problem ? (
              <p className="text-warn text-xs">{wordProblem(delivery.problem)}</p>
            ) : null}
          </div>
          <span className="hidden text-muted text-xs leading-6 tabular-nums sm:inline">
            {t.bytes(delivery.bytes)}
          </span>
          <span className="flex h-6 items-center sm:w-24">
            <OutcomeBadge outcome={delivery.outcome} />
          </span>
        </li>
      ))}
    </ol>
  );
}

/** As high as a target is to be. */
const targetStyle = "inline-flex min-h-6 items-center";
