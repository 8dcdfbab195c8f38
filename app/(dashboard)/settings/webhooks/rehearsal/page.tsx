import type { Metadata } from "next";
import { RehearsalBoard } from "@/components/rehearsal/rehearsal-board";
import { PageBody } from "@/components/ui/page-body";
import { PageHeader } from "@/components/ui/page-header";
import { BackToWebhooks } from "@/components/webhooks/back-to-webhooks";
import { startRehearsal } from "@/lib/rehearsal/actions";
import { loadRehearsal } from "@/lib/rehearsal/load";
import { viewerTimeZone } from "@/lib/settings/time-zone";

export const metadata: Metadata = { title: "Rehearsal" };

export default async function RehearsalPage() {
  const { rehearsal, publicUrl } = await loadRehearsal();
  return (
    <PageBody>
      <div>
        <BackToWebhooks />
        <PageHeader
          title="Rehearsal"
          description="Ten made-up deliveries go through the real webhook: its address, its journal, and the reader that understands them. What they hold is stored beside the real calls, where nobody sees it, and removed again."
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
