import { Code } from "@/components/ui/code";
import { CopyButton } from "@/components/ui/copy-button";
import { Section } from "@/components/ui/section";
import { OutcomeBadge } from "@/components/webhooks/outcome-badge";
import type { RecordingDeliveryView } from "@/lib/recordings/views";
import { formatFull } from "./format-instant";

type DeliveryListProps = { deliveries: RecordingDeliveryView[]; timeZone: string };

/** The events that told of this call, newest first. */
export function DeliveryList({ deliveries, timeZone }: DeliveryListProps) {
  return (
    <Section title="Deliveries">
      {deliveries.length === 0 ? <p className="text-dense text-muted">None are kept.</p> : null}
      <ol className="divide-y divide-line text-dense">
        {deliveries.map(({ deliveryId, acceptedAt, outcome }, index) => (
          <li
            // biome-ignore lint/suspicious/noArrayIndexKey: one delivery may carry a call twice
            key={`${deliveryId} ${index}`}
            className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 py-2 first:pt-0 last:pb-0"
          >
            <div className="min-w-0">
              <time dateTime={acceptedAt} className="tabular-nums">
                {formatFull(acceptedAt, timeZone)}
              </time>
              <div className="text-muted text-xs">
                <Code>{deliveryId}</Code> <CopyButton value={deliveryId} label="Copy delivery id" />
              </div>
            </div>
            <OutcomeBadge outcome={outcome} />
          </li>
        ))}
      </ol>
    </Section>
  );
}
