import { toStatusTone } from "@/components/recordings/status-tone";
import type { Tone } from "@/components/ui/tone";
import type { CampaignRowView } from "@/lib/recordings/campaigns/views";

/** A part of the bar: its words, its colour, and its share from 0 to 1. */
export type SplitPart = { status: string; tone: Tone; calls: number; share: number };

/** The most frequent statuses one by one; beyond four, the others together. */
export function prepareSplit(statuses: CampaignRowView["statuses"], calls: number): SplitPart[] {
  const shown = statuses.length > mostShown ? statuses.slice(0, mostShown - 1) : statuses;
  const parts = shown.map(({ status, calls: count }) => ({
    status,
    tone: toStatusTone(status),
    calls: count,
    share: count / Math.max(1, calls),
  }));
  const left = calls - parts.reduce((sum, part) => sum + part.calls, 0);
  if (shown.length === statuses.length) return parts;
  const others = `${statuses.length - shown.length} others`;
  return [
    ...parts,
    { status: others, tone: "grey", calls: left, share: left / Math.max(1, calls) },
  ];
}

const mostShown = 5;
