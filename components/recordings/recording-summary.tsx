import { Section } from "@/components/ui/section";

/** The summary in full, in lines that are comfortable to read. */
export function RecordingSummary({ summary }: { summary: string }) {
  return (
    <Section title="Summary">
      {summary.trim() ? (
        <p
          dir="auto"
          className="wrap-anywhere max-w-[68ch] whitespace-pre-line text-[0.9375rem] leading-7"
        >
          {summary}
        </p>
      ) : (
        <p className="text-dense text-muted">This call has no summary.</p>
      )}
    </Section>
  );
}
