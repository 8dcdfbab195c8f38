import { ButtonLink } from "@/components/ui/controls/button-link";

/** The two ways to see for oneself that the webhook works. */
export function WebhookChecks() {
  return (
    <>
      <ButtonLink href="/settings/webhooks/first-contact" size="small">
        First contact
      </ButtonLink>
      <ButtonLink href="/settings/webhooks/rehearsal" size="small">
        Rehearsal
      </ButtonLink>
    </>
  );
}
