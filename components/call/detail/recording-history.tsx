import { ShortInstant } from "@/components/format/dates";
import { fillText } from "@/components/format/text";
import { SubmitButton } from "@/components/ui/controls/async-buttons";
import { Disclosure } from "@/components/ui/page/details";
import { Section } from "@/components/ui/page/sections";
import type {
  HistoryDeliveryView,
  HistoryEntryView,
  HistoryRetryView,
  RecordingHistoryView,
} from "@/lib/recordings/views/views";
import type { VocabularyView } from "@/lib/vocabulary/views";
import { HistoryDelivery, HistoryPoint, RecordChanges } from "./record-changes";
import { recordingsDetailTexts } from "./texts.en";

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
  const t = recordingsDetailTexts().history;
  const [newest] = entries;
  const isReceivedOnce = newest?.kind === "received" && !newest.delivery.isLate;
  return (
    <Section title={t.title}>
      {isReceivedOnce ? (
        <div className="space-y-0.5 text-dense">
          <p>
            {fillText(t.receivedOnce, {
              at: <ShortInstant at={newest.delivery.acceptedAt} timeZone={viewer.timeZone} />,
            })}
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
          {fillText(t.repeatsBefore, {
            at: <ShortInstant at={repeatsMissingBefore} timeZone={viewer.timeZone} />,
          })}
        </p>
      ) : null}
      {isFromBeginning ? null : <p className="mt-4 text-dense text-muted">{t.olderChanges}</p>}
    </Section>
  );
}

type HistoryEntryProps = Omit<RecordingHistoryProps, "history"> & { entry: HistoryEntryView };

/** One thing that happened to a recording, and the deliveries that did it. */
function HistoryEntry({ entry, vocabulary, takeRetry, ...viewer }: HistoryEntryProps) {
  const { timeZone, isAdministrator } = viewer;
  const t = recordingsDetailTexts().history;
  if (entry.kind === "retried") {
    return (
      <HistorySeries
        title={t.retriesIgnored(entry.deliveries.length)}
        deliveries={entry.deliveries}
        timeZone={timeZone}
        draw={(delivery) => (
          <Retry delivery={delivery} isAdministrator={isAdministrator} takeRetry={takeRetry} />
        )}
      />
    );
  }
  if (entry.kind === "repeated" || entry.kind === "outdated") {
    const { kind, deliveries } = entry;
    const titleOf = kind === "outdated" ? t.olderRepeated : t.repeated;
    return (
      <HistorySeries
        title={titleOf(deliveries.length)}
        deliveries={deliveries}
        timeZone={timeZone}
        draw={(delivery) => (
          <HistoryDelivery delivery={delivery} isAdministrator={isAdministrator} />
        )}
      >
        {entry.kind === "outdated" && entry.contentSince ? (
          <p className="text-muted">
            {fillText(t.contentOf, {
              at: <ShortInstant at={entry.contentSince} timeZone={timeZone} />,
            })}
          </p>
        ) : null}
      </HistorySeries>
    );
  }
  const { kind, delivery } = entry;
  return (
    <HistoryPoint
      title={kind === "received" ? t.received : t.changed}
      at={delivery.acceptedAt}
      timeZone={timeZone}
      isNews
    >
      {kind === "changed" && entry.backTo ? (
        <p className="text-muted">
          {fillText(t.backTo, { at: <ShortInstant at={entry.backTo} timeZone={timeZone} /> })}
        </p>
      ) : null}
      {kind === "changed" ? (
        <RecordChanges changes={entry.changes} timeZone={timeZone} vocabulary={vocabulary} />
      ) : null}
      <HistoryDelivery delivery={delivery} isAdministrator={isAdministrator} />
    </HistoryPoint>
  );
}

type HistorySeriesProps<One> = {
  title: string;
  /** Newest first. */
  deliveries: One[];
  timeZone: string;
  draw: (delivery: One) => React.ReactNode;
  children?: React.ReactNode;
};

/** Deliveries in a row that changed nothing; several are one point, which unfolds. */
function HistorySeries<One extends HistoryDeliveryView & { position?: number }>({
  title,
  deliveries,
  timeZone,
  draw,
  children,
}: HistorySeriesProps<One>) {
  const [newest, ...others] = deliveries;
  if (!newest) return null;
  return (
    <HistoryPoint title={title} at={newest.acceptedAt} timeZone={timeZone} isNews={false}>
      {children}
      {others.length === 0 ? (
        draw(newest)
      ) : (
        <Disclosure summary={recordingsDetailTexts().history.deliveries(deliveries.length)}>
          <ol className="space-y-2">
            {deliveries.map((delivery, index) => (
              // One delivery may carry a call twice.
              <li key={`${delivery.deliveryId} ${delivery.position ?? index}`}>
                <ShortInstant at={delivery.acceptedAt} timeZone={timeZone} />
                {draw(delivery)}
              </li>
            ))}
          </ol>
        </Disclosure>
      )}
    </HistoryPoint>
  );
}

type RetryProps = Pick<RecordingHistoryProps, "isAdministrator" | "takeRetry"> & {
  delivery: HistoryRetryView;
};

/** What changed nothing; an administrator may let it count all the same. */
function Retry({ delivery, isAdministrator, takeRetry }: RetryProps) {
  const { deliveryId, recordingId, position, secondsAfter } = delivery;
  const t = recordingsDetailTexts().history;
  return (
    <div className="space-y-1.5">
      <p className="text-muted">
        {secondsAfter === null ? t.sameBytesShortly : t.sameBytes(toTimeAfter(secondsAfter))}
      </p>
      {isAdministrator ? (
        <form action={takeRetry}>
          <input type="hidden" name="deliveryId" value={deliveryId} />
          <input type="hidden" name="recordingId" value={recordingId} />
          <input type="hidden" name="position" value={position} />
          <SubmitButton
            variant="secondary"
            size="small"
            pendingText={t.taking}
            aria-label={t.takeDelivery(deliveryId)}
          >
            {t.take}
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
