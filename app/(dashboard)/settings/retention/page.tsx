import type { Metadata } from "next";
import { AudioRetention } from "@/components/retention/audio-retention";
import { KeptDays, RetentionFacts } from "@/components/retention/kept-days";
import { RetentionForm } from "@/components/retention/retention-form";
import { PageBody, PageHeader, Section } from "@/components/ui/page/sections";
import { previewAudioLimits, saveAudioLimits } from "@/lib/audio/actions";
import { loadKeepsAudio, loadKeptAudio } from "@/lib/audio/load";
import { saveRetention } from "@/lib/intake/actions";
import { loadRetention } from "@/lib/intake/load";
import { viewerTimeZone } from "@/lib/settings/time-zone";

export const metadata: Metadata = { title: "Retention" };

export default async function RetentionPage() {
  const retention = await loadRetention();
  const [timeZone, audio, keepsAudio] = await Promise.all([
    viewerTimeZone(),
    loadKeptAudio(),
    loadKeepsAudio(),
  ]);
  return (
    <PageBody>
      <PageHeader
        title="Retention"
        description="Payloads are kept byte for byte, so that they can be reprocessed. Calls, customers and the list of deliveries stay when payloads are deleted."
      />
      <Section
        title="Retention period"
        description="Payloads are deleted by UTC day. Quarantined ones are kept until reprocessed."
      >
        <RetentionForm days={retention.days} action={saveRetention} />
      </Section>
      <Section title="What is kept">
        <div className="space-y-4">
          <RetentionFacts retention={retention} timeZone={timeZone} />
          <KeptDays retention={retention} />
        </div>
      </Section>
      <AudioRetention
        audio={keepsAudio ? audio : null}
        timeZone={timeZone}
        action={saveAudioLimits}
        preview={previewAudioLimits}
      />
    </PageBody>
  );
}
