import { Code } from "@/components/ui/code";
import { CopyButton } from "@/components/ui/copy-button";
import { Description } from "@/components/ui/description";
import { DescriptionList } from "@/components/ui/description-list";
import { Section } from "@/components/ui/section";
import { ValueWord } from "@/components/vocabulary/value-word";
import type { RecordingView } from "@/lib/recordings/views";
import type { VocabularyView } from "@/lib/vocabulary/views";
import { countFormat } from "./count-format";
import { fieldLabels } from "./field-labels";
import { formatFull } from "./format-instant";

/** Every field of the call itself. */
export function RecordingFacts({
  recording,
  timeZone,
  vocabulary,
}: {
  recording: RecordingView;
  timeZone: string;
  vocabulary: VocabularyView;
}) {
  const { id, callSid, status, campaign, minutesUsed, hasTranscript } = recording;
  return (
    <Section title="Call">
      <DescriptionList>
        <Description term={fieldLabels.status}>
          <ValueWord field="status" value={status} vocabulary={vocabulary} />
        </Description>
        <Description term={fieldLabels.campaign}>
          {campaign === null ? (
            <span className="text-muted">No campaign</span>
          ) : (
            <ValueWord field="campaign" value={campaign} vocabulary={vocabulary} />
          )}
        </Description>
        <Description term={fieldLabels.createdAt}>
          {formatFull(recording.createdAt, timeZone)}
        </Description>
        <Description term={fieldLabels.minutesUsed}>
          <span className="tabular-nums">{countFormat.format(minutesUsed)}</span>
        </Description>
        <Description term={fieldLabels.hasTranscript}>{hasTranscript ? "Yes" : "No"}</Description>
        <Description term="Call id">
          <Code>{id}</Code> <CopyButton value={id} label="Copy call id" />
        </Description>
        <Description term={fieldLabels.callSid}>
          <Code>{callSid}</Code> <CopyButton value={callSid} label="Copy session id" />
        </Description>
        <Description term={fieldLabels.recordingAttachment}>
          <Code>{recording.recordingAttachment}</Code>{" "}
          <CopyButton value={recording.recordingAttachment} label="Copy recording address" />
        </Description>
        <Description term="Received">{formatFull(recording.receivedAt, timeZone)}</Description>
        <Description term="Last changed">{formatFull(recording.changedAt, timeZone)}</Description>
      </DescriptionList>
    </Section>
  );
}
