import { ShortInstant } from "@/components/format/dates";
import { countFormat } from "@/components/format/numbers";
import { SubmitButton } from "@/components/ui/controls/submit-button";
import { Disclosure } from "@/components/ui/overlay/disclosure";
import { Section } from "@/components/ui/page/sections";
import type {
  HistoryDeliveryView,
  HistoryEntryView,
  HistoryRetryView,
  RecordingHistoryView,
} from "@/lib/recordings/views/views";
import type { VocabularyView } from "@/lib/vocabulary/views";
import { HistoryDelivery, HistoryPoint } from "./history-point";
import { RecordChanges } from "./record-changes";

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
            Received once, on{" "}
            <ShortInstant at={newest.delivery.acceptedAt} timeZone={viewer.timeZone} />
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
          Repeats before <ShortInstant at={repeatsMissingBefore} timeZone={viewer.timeZone} /> are
          not shown.
        </p>
      ) : null}
      {isFromBeginning ? null : (
        <p className="mt-4 text-dense text-muted">There are older changes, which are not shown.</p>
      )}
    </Section>
  );
}

type HistoryEntryProps = {
  entry: HistoryEntryView;
  timeZone: string;
  isAdministrator: boolean;
  takeRetry: (form: FormData) => Promise<void>;
  vocabulary: VocabularyView;
};

/** One thing that happened to a recording, and the deliveries that did it. */
function HistoryEntry(props: HistoryEntryProps) {
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
            Again the content of <ShortInstant at={entry.contentSince} timeZone={timeZone} />.
            Nothing changed.
          </p>
        ) : null}
      </HistoryRepeats>
    );
  }
  if (entry.kind === "retried") {
    const { deliveries } = entry;
    return (
      <HistoryRetries
        deliveries={deliveries}
        timeZone={timeZone}
        isAdministrator={isAdministrator}
        takeRetry={takeRetry}
      />
    );
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
          Came back to an earlier state, that of{" "}
          <ShortInstant at={entry.backTo} timeZone={timeZone} />.
        </p>
      ) : null}
      {kind === "changed" ? (
        <RecordChanges changes={entry.changes} timeZone={timeZone} vocabulary={vocabulary} />
      ) : null}
      <HistoryDelivery delivery={delivery} isAdministrator={isAdministrator} />
    </HistoryPoint>
  );
}

type HistoryRepeatsProps = {
  title: string;
  /** Newest first. */
  deliveries: HistoryDeliveryView[];
  timeZone: string;
  isAdministrator: boolean;
  children?: React.ReactNode;
};

/** Deliveries in a row that changed nothing; several are one point, which unfolds. */
function HistoryRepeats({
  title,
  deliveries,
  timeZone,
  isAdministrator,
  children,
}: HistoryRepeatsProps) {
  const [newest, ...others] = deliveries;
  if (!newest) return null;
  const count = countFormat.format(deliveries.length);
  return (
    <HistoryPoint
      title={others.length === 0 ? title : `${title} ${count} times`}
      at={newest.acceptedAt}
      timeZone={timeZone}
      isNews={false}
    >
      {children}
      {others.length === 0 ? (
        <HistoryDelivery delivery={newest} isAdministrator={isAdministrator} />
      ) : (
        <Disclosure summary={`${count} deliveries`}>
          <ol className="space-y-2">
            {deliveries.map((delivery, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: one delivery may carry a call twice
              <li key={index}>
                <ShortInstant at={delivery.acceptedAt} timeZone={timeZone} />
                <HistoryDelivery delivery={delivery} isAdministrator={isAdministrator} />
              </li>
            ))}
          </ol>
        </Disclosure>
      )}
    </HistoryPoint>
  );
}

type HistoryRetriesProps = {
  /** Newest first. */
  deliveries: HistoryRetryView[];
  timeZone: string;
  isAdministrator: boolean;
  takeRetry: (form: FormData) => Promise<void>;
};

/** Retries in a row, which changed nothing; an administrator may let each count all the same. */
function HistoryRetries({ deliveries, timeZone, ...viewer }: HistoryRetriesProps) {
  const [newest, ...others] = deliveries;
  if (!newest) return null;
  const count = countFormat.format(deliveries.length);
  return (
    <HistoryPoint
      title={others.length === 0 ? "Retry ignored" : `${count} retries ignored`}
      at={newest.acceptedAt}
      timeZone={timeZone}
      isNews={false}
    >
      {others.length === 0 ? (
        <Retry delivery={newest} {...viewer} />
      ) : (
        <Disclosure summary={`${count} deliveries`}>
          <ol className="space-y-2">
            {deliveries.map((delivery) => (
              <li key={`${delivery.deliveryId} ${delivery.position}`}>
                <ShortInstant at={delivery.acceptedAt} timeZone={timeZone} />
                <Retry delivery={delivery} {...viewer} />
              </li>
            ))}
          </ol>
        </Disclosure>
      )}
    </HistoryPoint>
  );
}

function Retry({
  delivery,
  isAdministrator,
  takeRetry,
}: Pick<HistoryRetriesProps, "isAdministrator" | "takeRetry"> & { delivery: HistoryRetryView }) {
  const { deliveryId, recordingId, position, secondsAfter } = delivery;
  const before = secondsAfter === null ? "shortly before" : `${toTimeAfter(secondsAfter)} before`;
  return (
    <div className="space-y-1.5">
      <p className="text-muted">Same bytes as {before}: counted as a retry; nothing changed.</p>
      {isAdministrator ? (
        <form action={takeRetry}>
          <input type="hidden" name="deliveryId" value={deliveryId} />
          <input type="hidden" name="recordingId" value={recordingId} />
          <input type="hidden" name="position" value={position} />
          <SubmitButton
            variant="secondary"
            size="small"
            pendingText="Taking it…"
            aria-label={`Take it after all: delivery ${deliveryId}`}
          >
            Take it after all
          </SubmitButton>
        </form>
      ) : null}
      <HistoryDelivery delivery={delivery} isAdministrator={isAdministrator} />
    </div>
  );
}

/** "40 s", "3 min" or "3 min 20 s". */
function toTimeAfter(seconds: number): string {
  const [minutes, rest] = [Math.floor(seconds / 60), seconds % 60];
  if (minutes === 0) return `${rest} s`;
  return rest === 0 ? `${minutes} min` : `${minutes} min ${rest} s`;
}
