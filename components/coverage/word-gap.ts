import { formatLength, formatSpan } from "@/components/format/durations";
import { countFormat } from "@/components/format/numbers";
import { toValueView } from "@/components/vocabulary/values";
import type { Series } from "@/lib/coverage/series";
import type { GapView } from "@/lib/coverage/views";
import type { VocabularyView } from "@/lib/vocabulary/views";

/** What stands in a sentence before and after the time of a gap. */
export function wordGap(
  gap: GapView,
  vocabulary: VocabularyView,
): { before: string; after: string } {
  if (gap.kind === "not-listening") {
    const before = gap.isOngoing ? "Earshot has been offline" : "Earshot was offline";
    return { before, after: "" };
  }
  return {
    before: `No calls${ofSeries(gap.series, vocabulary)}`,
    after: `; at least ${countFormat.format(gap.expected)} were expected`,
  };
}

/** Gaps for a timeline: when they began and ended by the clock of a zone, and what they are. */
export function describeGaps(
  gaps: GapView[],
  vocabulary: VocabularyView,
  { now, timeZone }: { now: Date; timeZone: string },
): { from: string; to: string; text: string }[] {
  // Swedes write "2026-11-20 04:12:00".
  const clock = new Intl.DateTimeFormat("sv-SE", {
    ...{ timeZone, dateStyle: "short", timeStyle: "medium" },
  });
  return gaps.map((gap) => {
    const { before, after } = wordGap(gap, vocabulary);
    const length = `${gap.isOngoing ? "so far " : ""}${formatLength(gap)}`;
    return {
      from: clock.format(new Date(gap.fromAt)),
      to: clock.format(new Date(gap.toAt)),
      text: `${before}: ${formatSpan(gap, timeZone, now)} (${length})${after}`,
    };
  });
}

/** Whose calls: "" for everybody's. */
function ofSeries(series: Series, vocabulary: VocabularyView): string {
  if (series.of === "all") return "";
  if (series.campaign === null) return " without a campaign";
  const { label, raw } = toValueView("campaign", series.campaign, vocabulary);
  return raw === undefined ? ` of “${label}”` : ` of “${label}” (${raw})`;
}
