import { Instant } from "@/components/format/instant";
import { Section } from "@/components/ui/page/section";
import type { RecordingHistoryView } from "@/lib/recordings/detail/views";
import type { VocabularyView } from "@/lib/vocabulary/views";
import { HistoryDelivery } from "./history-delivery";
import { HistoryEntry } from "./history-entry";

type RecordingHistoryProps = {
  history: RecordingHistoryView;
  timeZone: string;
  /** Administrators alone may have the bytes of a delivery. */
  isAdministrator: boolean;
  /** Lets a retry count, for administrators. */
  takeRetry: (form: FormData) => Promise<void>;
  vocabulary: VocabularyView;
};

/** What was received of this call and what it changed, newest first. */
export function RecordingHistory({ history, vocabulary, ...viewer }: RecordingHistoryProps) {
  const { entries, isFromBeginning, repeatsMissingBefore } = history;
  const [newest] = entries;
  const isReceivedOnce = newest?.kind === "received" && !newest.delivery.isLate;
  return (
    <Section title="History">
      {isReceivedOnce ? (
        <div className="space-y-0.5 text-dense">
          <p>
            Received once, on <Instant at={newest.delivery.acceptedAt} timeZone={viewer.timeZone} />
          </p>
          <HistoryDelivery delivery={newest.delivery} {...viewer} />
        </div>
      ) : (
        <ol className="text-dense">
          {entries.map((entry, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: one delivery may carry a call twice
            <HistoryEntry key={index} entry={entry} vocabulary={vocabulary} {...viewer} />
          ))}
        </ol>
      )}
      {repeatsMissingBefore ? (
        <p className="mt-4 text-dense text-muted">
          Repeats before <Instant at={repeatsMissingBefore} timeZone={viewer.timeZone} /> are not
          shown.
        </p>
      ) : null}
      {isFromBeginning ? null : (
        <p className="mt-4 text-dense text-muted">There are older changes, which are not shown.</p>
      )}
    </Section>
  );
}
