import type { Tone } from "@/components/ui/tone/tone";
import { arrangeValues } from "@/components/vocabulary/arrange-values";
import { toNameFace, type ValueFace } from "@/components/vocabulary/to-value-face";
import type { CampaignRowView } from "@/lib/campaigns/views";
import { mergeCounts } from "@/lib/vocabulary/merged-values";
import type { VocabularyView } from "@/lib/vocabulary/views";

/** A part of the bar: its words, its colour, and its share from 0 to 1. */
export type SplitPart = ValueFace & { status: string; tone: Tone; calls: number; share: number };

/** The most frequent statuses one by one, in their order; beyond four, the others together. */
export function prepareSplit(
  statuses: CampaignRowView["statuses"],
  calls: number,
  vocabulary: VocabularyView,
): SplitPart[] {
  const counted = statuses.map(({ status, calls: count }) => ({ value: status, count }));
  const all = mergeCounts(counted, vocabulary.status).map(({ merged, count }) => ({
    ...{ status: merged.values[0], count },
  }));
  const shown = all.length > mostShown ? all.slice(0, mostShown - 1) : all;
  const arranged = arrangeValues("status", shown, ({ status }) => status, vocabulary);
  const parts = arranged.map(({ status, count }) => ({
    tone: "grey" as const,
    ...toNameFace("status", status, vocabulary),
    status,
    calls: count,
    share: count / Math.max(1, calls),
  }));
  const left = calls - parts.reduce((sum, part) => sum + part.calls, 0);
  if (shown.length === all.length) return parts;
  const others = `${all.length - shown.length} others`;
  return [
    ...parts,
    { label: others, status: others, tone: "grey", calls: left, share: left / Math.max(1, calls) },
  ];
}

const mostShown = 5;
