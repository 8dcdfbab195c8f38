import { ArrowLeft } from "lucide-react";
import Link from "next/link";
import { ButtonLink } from "@/components/ui/controls/button-link";
import { Callout } from "@/components/ui/page/callout";
import { webhooksTexts } from "./texts.en";

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
    <Link
      href="/settings/webhooks"
      className="mb-2 inline-flex h-7 items-center gap-1.5 rounded-md text-dense text-muted hover:text-text"
    >
      <ArrowLeft aria-hidden className="size-4" />
      {webhooksTexts().webhooks}
    </Link>
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
