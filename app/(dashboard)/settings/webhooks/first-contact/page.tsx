import { pagesTexts, titled } from "@/app/texts.en";
import { PageBody, PageHeader } from "@/components/ui/page/sections";
import { ContactReading, ContactWaiting } from "@/components/webhooks/first-contact";
import { BackToWebhooks } from "@/components/webhooks/webhook-pages";
import { revealWebhookUrl } from "@/lib/intake/actions";
import { loadFirstContact, loadSecrets } from "@/lib/intake/load";
import { viewerTimeZone } from "@/lib/settings/time-zone";

export const generateMetadata = titled((t) => t.firstContact.title);

export default async function FirstContactPage() {
  const [contact, secrets] = await Promise.all([loadFirstContact(), loadSecrets()]);
  const timeZone = await viewerTimeZone();
  const t = pagesTexts().firstContact;
  return (
    <PageBody>
      <div>
        <BackToWebhooks />
        <PageHeader title={t.title} description={contact ? t.textAfter : t.textBefore} />
      </div>
      {contact ? (
        <ContactReading contact={contact} timeZone={timeZone} />
      ) : (
        <ContactWaiting secrets={secrets} reveal={revealWebhookUrl} />
      )}
    </PageBody>
  );
}
