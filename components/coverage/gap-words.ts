import { countFormat } from "@/components/format/count-format";
import { toValueFace } from "@/components/vocabulary/to-value-face";
import type { Series } from "@/lib/coverage/series";
import type { GapView } from "@/lib/coverage/views";
import type { VocabularyView } from "@/lib/vocabulary/views";

/** What stands in a sentence before and after the time of a gap. */
export function wordGap(
  gap: GapView,
  vocabulary: VocabularyView,
): { before: string; after: string } {
  if (gap.kind === "not-listening") {
    const before = gap.isOngoing ? "Earshot has not been listening" : "Earshot was not listening";
    return { before, after: "" };
  }
  return {
    before: `No calls${ofSeries(gap.series, vocabulary)}`,
    after: `; at least ${countFormat.format(gap.expected)} were expected`,
  };
}

/** Whose calls: "" for everybody's. */
function ofSeries(series: Series, vocabulary: VocabularyView): string {
  if (series.of === "all") return "";
  if (series.campaign === null) return " without a campaign";
  const { label, raw } = toValueFace("campaign", series.campaign, vocabulary);
  return raw === undefined ? ` of “${label}”` : ` of “${label}” (${raw})`;
}
