import { Instant } from "@/components/format/dates";
import { Description, DescriptionList } from "@/components/ui/page/description-list";
import { Section } from "@/components/ui/page/sections";
import type { ListeningView } from "@/lib/coverage/views";

type AboutGapsProps = { listening: ListeningView; timeZone: string };

/** How gaps are found, so that one can judge what their absence is worth. */
export function AboutGaps({ listening, timeZone }: AboutGapsProps) {
  return (
    <Section title="How gaps are found">
      <DescriptionList>
        <Description term="Watched since">
          {listening ? <Instant at={listening.sinceAt} timeZone={timeZone} /> : "Not yet"}
        </Description>
        <Description term="Last heartbeat">
          {listening ? <Instant at={listening.lastBeatAt} timeZone={timeZone} /> : "None yet"}
        </Description>
        <Description term="Offline">
          Earshot writes a heartbeat every 5 seconds. More than 15 seconds without one is a gap. It
          can’t tell whether the calling service could reach Earshot.
        </Description>
        <Description term="Silence">
          No calls in hours that should have brought 6 or more, compared with the second-lowest of
          the same hours on the same weekday in the last six weeks. A campaign that is silent for
          more than a week counts as ended.
        </Description>
      </DescriptionList>
    </Section>
  );
}
