import { Badge } from "@/components/ui/tone/badge";
import type { Mood } from "@/components/ui/tone/mood";
import type { Verdict } from "@/lib/rehearsal/views";

/** Where a step stands: its verdict, at work, still to come, or never reached. */
export type StepProgress = Verdict | "under-way" | "to-come" | "not-sent";

export function StepBadge({ progress }: { progress: StepProgress }) {
  const { label, mood } = badges[progress];
  return <Badge mood={mood}>{label}</Badge>;
}

const badges: Record<StepProgress, { label: string; mood: Mood }> = {
  passed: { label: "As expected", mood: "good" },
  failed: { label: "Failed", mood: "bad" },
  unproven: { label: "Can’t tell", mood: "warn" },
  "under-way": { label: "Under way", mood: "info" },
  "to-come": { label: "To come", mood: "plain" },
  "not-sent": { label: "Not finished", mood: "plain" },
};
