import { toNameOrNumber } from "@/components/format/phone-number";
import { CallPlayer } from "@/components/player/call-player";
import { Description, DescriptionList } from "@/components/ui/page/description-list";
import { Section } from "@/components/ui/page/sections";
import type { RecordingView } from "@/lib/recordings/views/views";
import { RawPayload } from "./call-details";
import { FieldValue, findProblem, ProblemNote } from "./fields";
import { recordingsDetailTexts } from "./texts.en";

type RecordingSummaryProps = {
  recording: Pick<RecordingView, "summary" | "summaryRest" | "hasTranscript" | "problems">;
  rawHref: string | null;
};

/** The summary, in lines that are comfortable to read, in full unless it is a book; and of what else was said. */
export function RecordingSummary({
  recording: { summary, summaryRest, hasTranscript, problems },
  rawHref,
}: RecordingSummaryProps) {
  const t = recordingsDetailTexts();
  const problem = findProblem(problems, "summary");
  return (
    <Section title={t.summary}>
      {summary.trim() ? (
        <div dir="auto">
          <p className="wrap-anywhere max-w-[68ch] whitespace-pre-line text-[0.9375rem] leading-7">
            {summary}
            {summaryRest > 0 ? "…" : null}
          </p>
        </div>
      ) : problem ? (
        <p className="text-dense">
          <ProblemNote problem={problem} />
        </p>
      ) : (
        <p className="text-dense text-muted">{t.noSummary}</p>
      )}
      {summaryRest > 0 ? (
        <p className="mt-3 text-dense text-muted">
          <RawPayload more={t.moreCharacters(summaryRest)} href={rawHref} />
        </p>
      ) : null}
      <div className="mt-3 border-line border-t pt-3">
        <DescriptionList>
          <Description term={t.fields.hasTranscript}>
            <FieldValue problems={problems} path="has_transcript">
              {describeTranscript(hasTranscript)}
            </FieldValue>
          </Description>
        </DescriptionList>
      </div>
    </Section>
  );
}

function describeTranscript(hasTranscript: boolean | null): string {
  const t = recordingsDetailTexts().transcript;
  if (hasTranscript === null) return t.notKnown;
  return hasTranscript ? t.notSent : t.none;
}

type RecordingPlayerProps = {
  recording: Pick<RecordingView, "id" | "recordingAttachment" | "customer">;
  /** The moment that the page's address names. */
  startSeconds?: number | null;
};

/** Plays a call, if it came with the address of its recording. */
export function RecordingPlayer({ recording, startSeconds = null }: RecordingPlayerProps) {
  const { id, recordingAttachment, customer } = recording;
  if (recordingAttachment === "") {
    return (
      <p className="rounded-lg border border-line bg-raised px-4 py-3 text-dense text-muted">
        {recordingsDetailTexts().noAddress}
      </p>
    );
  }
  const title = toNameOrNumber(customer);
  return <CallPlayer key={id} id={id} title={title} startSeconds={startSeconds} />;
}
