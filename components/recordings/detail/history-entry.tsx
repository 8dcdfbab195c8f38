import { Instant } from "@/components/format/instant";
import type { HistoryEntryView } from "@/lib/recordings/detail/views";
import type { VocabularyView } from "@/lib/vocabulary/views";
import { HistoryDelivery } from "./history-delivery";
import { HistoryPoint } from "./history-point";
import { HistoryRepeats } from "./history-repeats";
import { HistoryRetries } from "./history-retries";
import { RecordChanges } from "./record-changes";

type HistoryEntryProps = {
  entry: HistoryEntryView;
  timeZone: string;
  isAdministrator: boolean;
  takeRetry: (form: FormData) => Promise<void>;
  vocabulary: VocabularyView;
};

/** One thing that happened to a recording, and the deliveries that did it. */
export function HistoryEntry(props: HistoryEntryProps) {
  const { entry, timeZone, isAdministrator, takeRetry, vocabulary } = props;
  if (entry.kind === "repeated" || entry.kind === "outdated") {
    const isOutdated = entry.kind === "outdated";
    return (
      <HistoryRepeats
        title={isOutdated ? "Older content repeated" : "Repeated"}
        deliveries={entry.deliveries}
        timeZone={timeZone}
        isAdministrator={isAdministrator}
      >
        {isOutdated && entry.contentSince ? (
          <p className="text-muted">
            Again the content of <Instant at={entry.contentSince} timeZone={timeZone} />; nothing
            changed.
          </p>
        ) : null}
      </HistoryRepeats>
    );
  }
  if (entry.kind === "retried") {
    const { deliveries } = entry;
    return <HistoryRetries {...{ deliveries, timeZone, isAdministrator, takeRetry }} />;
  }
  const { kind, delivery } = entry;
  return (
    <HistoryPoint
      title={kind === "received" ? "First received" : "Changed"}
      at={delivery.acceptedAt}
      timeZone={timeZone}
      isNews
    >
      {kind === "changed" && entry.backTo ? (
        <p className="text-muted">
          Came back to an earlier state, that of <Instant at={entry.backTo} timeZone={timeZone} />.
        </p>
      ) : null}
      {kind === "changed" ? (
        <RecordChanges changes={entry.changes} timeZone={timeZone} vocabulary={vocabulary} />
      ) : null}
      <HistoryDelivery delivery={delivery} isAdministrator={isAdministrator} />
    </HistoryPoint>
  );
}
