import Link from "next/link";
import { formatFull } from "@/components/recordings/format-instant";
import { Code } from "@/components/ui/code";
import type { DeliverySummaryView } from "@/lib/intake/views";
import { OutcomeBadge } from "./outcome-badge";

type DeliveryLogProps = { deliveries: DeliverySummaryView[]; timeZone: string };

/** Deliveries, newest first: when, what became of them, why not, and the bytes themselves. */
export function DeliveryLog({ deliveries, timeZone }: DeliveryLogProps) {
  if (deliveries.length === 0) {
    return (
      <p className="text-dense text-muted">
        None yet. Register the URL above; the first call that ends will show here.
      </p>
    );
  }
  return (
    <ol className="-my-2 divide-y divide-line text-dense">
      {deliveries.map((delivery) => (
        <li key={delivery.id} className="flex flex-wrap items-start gap-x-4 gap-y-1 py-2">
          <div className="min-w-0 flex-1">
            <time dateTime={delivery.acceptedAt} className="tabular-nums">
              {formatFull(delivery.acceptedAt, timeZone)}
            </time>
            <p className="text-muted text-xs">
              {delivery.recordingIds.slice(0, 3).map((id) => (
                <Link
                  key={id}
                  href={`/recordings/${encodeURIComponent(id)}`}
                  className="mr-2 underline underline-offset-2 hover:text-text"
                >
                  <Code>{id}</Code>
                </Link>
              ))}
              {delivery.recordingIds.length > 3
                ? `and ${delivery.recordingIds.length - 3} more`
                : null}
            </p>
            {delivery.problems.map((problem) => (
              <p key={problem} className="text-warn text-xs">
                {problem}
              </p>
            ))}
          </div>
          <a
            href={`/api/deliveries/${delivery.id}/raw`}
            className="text-muted text-xs underline underline-offset-2 hover:text-text"
            aria-label={`Raw bytes of delivery ${delivery.id}`}
          >
            {delivery.bytes.toLocaleString("en")} bytes
          </a>
          <OutcomeBadge outcome={delivery.outcome} />
        </li>
      ))}
    </ol>
  );
}
