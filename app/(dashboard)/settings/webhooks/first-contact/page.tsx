import type { Metadata } from "next";
import { ContactReading } from "@/components/first-contact/contact-reading";
import { ContactWaiting } from "@/components/first-contact/contact-waiting";
import { PageBody, PageHeader } from "@/components/ui/page/sections";
import { BackToWebhooks } from "@/components/webhooks/webhook-links";
import { revealWebhookUrl } from "@/lib/intake/actions";
import { loadFirstContact, loadSecrets } from "@/lib/intake/load";
import { viewerTimeZone } from "@/lib/settings/time-zone";

export const metadata: Metadata = { title: "Connection setup" };

export default async function FirstContactPage() {
  const [contact, secrets] = await Promise.all([loadFirstContact(), loadSecrets()]);
  const timeZone = await viewerTimeZone();
  return (
    <PageBody>
      <div>
        <BackToWebhooks />
        <PageHeader
          title="Connection setup"
          description={
            contact
              ? "The first delivery that the calling service sent, and how Earshot understood it."
              : "Register the URL and wait for the first call. This page then shows how Earshot understood it."
          }
        />
      </div>
      {contact ? (
        <ContactReading contact={contact} timeZone={timeZone} />
      ) : (
        <ContactWaiting secrets={secrets} reveal={revealWebhookUrl} />
      )}
    </PageBody>
  );
}
