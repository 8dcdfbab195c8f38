import type { Metadata } from "next";
import { RehearsalBoard } from "@/components/rehearsal/rehearsal-board";
import { PageBody, PageHeader } from "@/components/ui/page/sections";
import { BackToWebhooks } from "@/components/webhooks/webhook-links";
import { startRehearsal } from "@/lib/rehearsal/actions";
import { loadRehearsal } from "@/lib/rehearsal/load";
import { viewerTimeZone } from "@/lib/settings/time-zone";

export const metadata: Metadata = { title: "Test run" };

export default async function RehearsalPage() {
  const { rehearsal, publicUrl } = await loadRehearsal();
  return (
    <PageBody>
      <div>
        <BackToWebhooks />
        <PageHeader
          title="Test run"
          description="Ten made-up deliveries go through the real webhook, its journal and its reader, and are stored by the same code as real ones: in tables of their own, where nobody sees them and no real call is touched. Then all of it is removed."
        />
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
