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
        <Description term="Not listening">
          Every 5 seconds a heartbeat goes the way of an event, as far as the disk. More than 15
          seconds without one are a gap. Whether the service could reach Earshot from outside, it
          can’t tell.
        </Description>
        <Description term="Silence">
          No call came in hours that should have brought 6 or more, judged by the same hours of the
          same weekday in the last 6 weeks, and of these by the second poorest. A campaign that is
          silent for more than a week has ended.
        </Description>
      </DescriptionList>
    </Section>
  );
}
