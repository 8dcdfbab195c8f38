import { ArrowLeft } from "lucide-react";
import Link from "next/link";
import { ButtonLink } from "@/components/ui/controls/button-link";
import { Callout } from "@/components/ui/page/callout";

/** The two ways to see for oneself that the webhook works. */
export function WebhookChecks() {
  return (
    <>
      <ButtonLink href="/settings/webhooks/first-contact" size="small">
        Connection setup
      </ButtonLink>
      <ButtonLink href="/settings/webhooks/rehearsal" size="small">
        Test run
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
      Webhooks
    </Link>
  );
}

/** The first thing to do, as long as no delivery has ever come. */
export function NoContactYet() {
  return (
    <Callout variant="info" title="No delivery has arrived yet">
      <p>Register the URL, wait for the first call, and see how it was understood.</p>
      <ButtonLink
        href="/settings/webhooks/first-contact"
        variant="primary"
        size="small"
        className="mt-2"
      >
        Connect your calling service
      </ButtonLink>
    </Callout>
  );
}
