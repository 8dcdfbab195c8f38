import { CopyButton } from "@/components/ui/controls/copy-button";
import { Code } from "@/components/ui/page/code";
import { Badge } from "@/components/ui/tone/badge";
import type { HistoryDeliveryView } from "@/lib/recordings/detail/views";

type HistoryDeliveryProps = { delivery: HistoryDeliveryView; isAdministrator: boolean };

/** Which delivery it was, the way to its bytes, and whether it came out of order. */
export function HistoryDelivery({
  delivery: { deliveryId, isLate, isTaken },
  isAdministrator,
}: HistoryDeliveryProps) {
  return (
    <div className="space-y-1 text-muted text-xs">
      {isLate ? (
        <p>
          <Badge>Late</Badge> Accepted before what was shown when it was read.
        </p>
      ) : null}
      {isTaken ? (
        <p>
          <Badge>Taken after all</Badge> It was a retry until an administrator let it count.
        </p>
      ) : null}
      <p className="flex flex-wrap items-center gap-x-3">
        <span>
          <Code>{deliveryId}</Code> <CopyButton value={deliveryId} label="Copy delivery id" />
        </span>
        {isAdministrator ? (
          <a
            href={`/api/deliveries/${deliveryId}/raw`}
            aria-label={`Raw bytes of delivery ${deliveryId}`}
            className="whitespace-nowrap underline underline-offset-2 hover:text-text"
          >
            Raw bytes
          </a>
        ) : null}
      </p>
    </div>
  );
}
