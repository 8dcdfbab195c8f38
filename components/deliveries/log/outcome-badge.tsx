import { Badge } from "@/components/ui/tone/badge";
import type { Mood } from "@/components/ui/tone/mood";
import type { DeliveryOutcome } from "@/lib/recordings/detail/views";

/** What became of a delivery, as word and colour. */
export function OutcomeBadge({ outcome }: { outcome: DeliveryOutcome }) {
  const { label, mood } = outcomes[outcome];
  return <Badge mood={mood}>{label}</Badge>;
}

const outcomes: Record<DeliveryOutcome, { label: string; mood: Mood }> = {
  pending: { label: "Pending", mood: "info" },
  stored: { label: "Stored", mood: "good" },
  unchanged: { label: "Unchanged", mood: "plain" },
  superseded: { label: "Superseded", mood: "plain" },
  quarantined: { label: "Quarantined", mood: "warn" },
};
