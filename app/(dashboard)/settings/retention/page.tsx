import { pagesTexts, titled } from "@/app/texts.en";
import {
  AudioRetention,
  KeptPeriods,
  RetentionFacts,
} from "@/components/retention/retention-facts";
import { RetentionForm } from "@/components/retention/retention-form";
import { PageBody, PageHeader, Section } from "@/components/ui/page/sections";
import { previewAudioLimits, saveAudioLimits } from "@/lib/audio/actions";
import { loadKeepsAudio, loadKeptAudio } from "@/lib/audio/load";
import { saveRetention } from "@/lib/intake/actions";
import { loadRetention } from "@/lib/intake/load";
import { viewerTimeZone } from "@/lib/settings/time-zone";

export const generateMetadata = titled((t) => t.retention.title);

export default async function RetentionPage() {
  const retention = await loadRetention();
  const [timeZone, audio, keepsAudio] = await Promise.all([
    viewerTimeZone(),
    loadKeptAudio(),
    loadKeepsAudio(),
  ]);
  const t = pagesTexts().retention;
  return (
    <PageBody>
      <PageHeader title={t.title} description={t.text} />
      <Section title={t.period} description={t.periodText}>
        <RetentionForm days={retention.days} action={saveRetention} />
      </Section>
      <Section title={t.kept}>
        <div className="space-y-4">
          <RetentionFacts retention={retention} timeZone={timeZone} />
          <KeptPeriods retention={retention} />
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
