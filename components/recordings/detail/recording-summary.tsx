import { countFormat } from "@/components/format/count-format";
import { Section } from "@/components/ui/page/section";
import type { RecordingView } from "@/lib/recordings/detail/views";
import { FieldProblem } from "./field-problem";
import { findProblem } from "./find-problem";
import { RawPayload } from "./raw-payload";

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
          <FieldProblem problem={problem} />
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
