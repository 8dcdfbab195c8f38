import { Instant } from "@/components/format/dates";
import { Description, DescriptionList } from "@/components/ui/page/description-list";
import { Section } from "@/components/ui/page/sections";
import type { ListeningView } from "@/lib/coverage/views";
import { coverageTexts } from "./texts.en";

type AboutGapsProps = { listening: ListeningView; timeZone: string };

/** How gaps are found, so that one can judge what their absence is worth. */
export function AboutGaps({ listening, timeZone }: AboutGapsProps) {
  const t = coverageTexts();
  return (
    <Section title={t.about.title}>
      <DescriptionList>
        <Description term={t.about.watchedSince}>
          {listening ? <Instant at={listening.sinceAt} timeZone={timeZone} /> : t.about.notYet}
        </Description>
        <Description term={t.about.lastHeartbeat}>
          {listening ? <Instant at={listening.lastBeatAt} timeZone={timeZone} /> : t.about.noneYet}
        </Description>
        <Description term={t.offline}>{t.about.offline}</Description>
        <Description term={t.silence}>{t.about.silence}</Description>
      </DescriptionList>
    </Section>
  );
}
