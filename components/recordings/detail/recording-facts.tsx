import { formatFull } from "@/components/format/dates";
import { countFormat } from "@/components/format/numbers";
import { CopyButton } from "@/components/ui/controls/copy-button";
import { Code, Description, DescriptionList } from "@/components/ui/page/description-list";
import { Section } from "@/components/ui/page/sections";
import { ValueWord } from "@/components/vocabulary/value-word";
import type { RecordingView } from "@/lib/recordings/detail/views";
import type { VocabularyView } from "@/lib/vocabulary/views";
import { describeTimeProblem, FieldValue, fieldLabels, findProblem } from "./fields";

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
  const { id, callSid, status, campaign, minutesUsed, hasTranscript, problems } = recording;
  const timeProblem = findProblem(problems, "created_at");
  return (
    <Section title="Call">
      <DescriptionList>
        <Description term={fieldLabels.status}>
          <FieldValue problems={problems} path="status">
            <ValueWord field="status" value={status} vocabulary={vocabulary} />
          </FieldValue>
        </Description>
        <Description term={fieldLabels.campaign}>
          <FieldValue problems={problems} path="campaign">
            {campaign === null ? (
              <span className="text-muted">No campaign</span>
            ) : (
              <ValueWord field="campaign" value={campaign} vocabulary={vocabulary} />
            )}
          </FieldValue>
        </Description>
        <Description term={fieldLabels.createdAt}>
          {formatFull(recording.createdAt, timeZone)}
          {timeProblem ? (
            <span className="block text-warn">{describeTimeProblem(timeProblem)}</span>
          ) : null}
        </Description>
        <Description term={fieldLabels.minutesUsed}>
          <FieldValue problems={problems} path="minutes_used">
            <span className="tabular-nums">{countFormat.format(minutesUsed ?? 0)}</span>
          </FieldValue>
        </Description>
        <Description term={fieldLabels.hasTranscript}>
          <FieldValue problems={problems} path="has_transcript">
            {hasTranscript ? "Yes" : "No"}
          </FieldValue>
        </Description>
        <Description term="Call id">
          <Code>{id}</Code> <CopyButton value={id} label="Copy call id" />
        </Description>
        <Description term={fieldLabels.callSid}>
          <FieldValue problems={problems} path="call_sid">
            <Code>{callSid}</Code> <CopyButton value={callSid} label="Copy session id" />
          </FieldValue>
        </Description>
        <Description term={fieldLabels.recordingAttachment}>
          <FieldValue problems={problems} path="recording_attachment">
            <Code>{recording.recordingAttachment}</Code>{" "}
            <CopyButton value={recording.recordingAttachment} label="Copy recording address" />
          </FieldValue>
        </Description>
        <Description term="Received">{formatFull(recording.receivedAt, timeZone)}</Description>
        <Description term="Last changed">{formatFull(recording.changedAt, timeZone)}</Description>
      </DescriptionList>
    </Section>
  );
}
