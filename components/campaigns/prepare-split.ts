import type { Tone } from "@/components/ui/tone/tone";
import { arrangeValues } from "@/components/vocabulary/arrange-values";
import { toValueFace, type ValueFace } from "@/components/vocabulary/to-value-face";
import type { CampaignRowView } from "@/lib/campaigns/views";
import type { VocabularyView } from "@/lib/vocabulary/views";

/** A part of the bar: its words, its colour, and its share from 0 to 1. */
export type SplitPart = ValueFace & { status: string; tone: Tone; calls: number; share: number };

/** The most frequent statuses one by one, in their order; beyond four, the others together. */
export function prepareSplit(
  statuses: CampaignRowView["statuses"],
  calls: number,
  vocabulary: VocabularyView,
): SplitPart[] {
  const shown = statuses.length > mostShown ? statuses.slice(0, mostShown - 1) : statuses;
  const arranged = arrangeValues("status", shown, ({ status }) => status, vocabulary);
  const parts = arranged.map(({ status, calls: count }) => ({
    tone: "grey" as const,
    ...toValueFace("status", status, vocabulary),
    status,
    calls: count,
    share: count / Math.max(1, calls),
  }));
  const left = calls - parts.reduce((sum, part) => sum + part.calls, 0);
  if (shown.length === statuses.length) return parts;
  const others = `${statuses.length - shown.length} others`;
  return [
    ...parts,
    { label: others, status: others, tone: "grey", calls: left, share: left / Math.max(1, calls) },
  ];
}

const mostShown = 5;
