import { pagesTexts, titled } from "@/app/texts.en";
import { RehearsalBoard } from "@/components/rehearsal/rehearsal-board";
import { PageBody, PageHeader } from "@/components/ui/page/sections";
import { BackToWebhooks } from "@/components/webhooks/webhook-pages";
import { startRehearsal } from "@/lib/rehearsal/actions";
import { loadRehearsal } from "@/lib/rehearsal/load";
import { viewerTimeZone } from "@/lib/settings/time-zone";

export const generateMetadata = titled((t) => t.rehearsal.title);

export default async function RehearsalPage() {
  const { rehearsal, publicUrl } = await loadRehearsal();
  const t = pagesTexts().rehearsal;
  return (
    <PageBody>
      <div>
        <BackToWebhooks />
        <PageHeader title={t.title} description={t.text} />
      </div>
      <RehearsalBoard
        shown={rehearsal}
        publicUrl={publicUrl}
        timeZone={await viewerTimeZone()}
        start={startRehearsal}
      />
    </PageBody>
  );
}
