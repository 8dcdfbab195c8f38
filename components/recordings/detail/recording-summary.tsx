import { countFormat } from "@/components/format/numbers";
import { Player } from "@/components/player/player";
import { recordingHref } from "@/components/recordings/recording-href";
import { Section } from "@/components/ui/page/sections";
import type { RecordingView } from "@/lib/recordings/detail/views";
import { RawPayload } from "./extra-facts";
import { findProblem, ProblemNote } from "./fields";

type RecordingSummaryProps = {
  recording: Pick<RecordingView, "summary" | "summaryRest" | "problems">;
  rawHref: string | null;
};

/** The summary, in lines that are comfortable to read; in full unless it is a book. */
export function RecordingSummary({
  recording: { summary, summaryRest, problems },
  rawHref,
}: RecordingSummaryProps) {
  const problem = findProblem(problems, "summary");
  return (
    <Section title="Summary">
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
        <p className="text-dense text-muted">This call has no summary.</p>
      )}
      {summaryRest > 0 ? (
        <p className="mt-3 text-dense text-muted">
          And {countFormat.format(summaryRest)} more characters, <RawPayload href={rawHref} />.
        </p>
      ) : null}
    </Section>
  );
}

type RecordingPlayerProps = {
  recording: Pick<RecordingView, "id" | "recordingAttachment">;
  title: string;
};

/** Plays a call, if it came with the address of its recording. */
export function RecordingPlayer({ recording, title }: RecordingPlayerProps) {
  const { id, recordingAttachment } = recording;
  if (recordingAttachment === "") {
    return (
      <p className="rounded-lg border border-line bg-raised px-4 py-3 text-dense text-muted">
        This call came without the address of its recording, so it can’t be played.
      </p>
    );
  }
  return <Player key={id} source={`/api${recordingHref(id)}/audio`} title={title} />;
}
