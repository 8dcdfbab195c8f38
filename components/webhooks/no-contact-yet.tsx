import { ButtonLink } from "@/components/ui/controls/button-link";
import { Callout } from "@/components/ui/page/callout";

/** The first thing to do, as long as no delivery has ever come. */
export function NoContactYet() {
  return (
    <Callout mood="info" title="No delivery has arrived yet">
      <p>Register the URL, wait for the first call, and see how it was understood.</p>
      <ButtonLink
        href="/settings/webhooks/first-contact"
        variant="primary"
        size="small"
        className="mt-2"
      >
        Wait for the first call
      </ButtonLink>
    </Callout>
  );
}
