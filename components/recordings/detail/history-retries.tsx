import { countFormat } from "@/components/format/count-format";
import { Instant } from "@/components/format/instant";
import { SubmitButton } from "@/components/ui/controls/submit-button";
import { Disclosure } from "@/components/ui/overlay/disclosure";
import type { HistoryRetryView } from "@/lib/recordings/detail/views";
import { HistoryDelivery } from "./history-delivery";
import { HistoryPoint } from "./history-point";

type HistoryRetriesProps = {
  /** Newest first. */
  deliveries: HistoryRetryView[];
  timeZone: string;
  isAdministrator: boolean;
  takeRetry: (form: FormData) => Promise<void>;
};

/** Retries in a row, which changed nothing; an administrator may let each count all the same. */
export function HistoryRetries({ deliveries, timeZone, ...viewer }: HistoryRetriesProps) {
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
                <Instant at={delivery.acceptedAt} timeZone={timeZone} />
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
