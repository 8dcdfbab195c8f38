import { Badge } from "@/components/ui/badge";
import type { Variant } from "@/components/ui/tone";
import type { DeliveryOutcome } from "@/lib/recordings/detail/views";

/** What became of a delivery, as word and colour. */
export function OutcomeBadge({ outcome }: { outcome: DeliveryOutcome }) {
  const { label, variant } = outcomes[outcome];
  return <Badge variant={variant}>{label}</Badge>;
}

const outcomes: Record<DeliveryOutcome, { label: string; variant: Variant }> = {
  pending: { label: "Pending", variant: "info" },
  stored: { label: "Stored", variant: "good" },
  unchanged: { label: "Unchanged", variant: "plain" },
  superseded: { label: "Superseded", variant: "plain" },
  quarantined: { label: "Quarantined", variant: "warn" },
};
