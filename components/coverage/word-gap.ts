import { formatLength, formatSpan } from "@/components/format/time-spans";
import { toValueView } from "@/components/vocabulary/values";
import type { GapView, Series } from "@/lib/coverage/views";
import type { VocabularyView } from "@/lib/vocabulary/views";
import { coverageTexts } from "./texts.en";

/** What stands in a sentence before and after the time of a gap. */
export function wordGap(
  gap: GapView,
  vocabulary: VocabularyView,
): { before: string; after: string } {
  const t = coverageTexts();
  if (gap.kind === "not-listening") {
    const before = gap.isOngoing ? t.isOffline : t.wasOffline;
    return { before, after: "" };
  }
  return {
    before: wordSilence(gap.series, vocabulary),
    after: t.wereExpected(gap.expected),
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
    return {
      from: clock.format(new Date(gap.fromAt)),
      to: clock.format(new Date(gap.toAt)),
      text: `${before}: ${formatSpan(gap, timeZone, now)} (${wordLength(gap)})${after}`,
    };
  });
}

/** How long it was, or is by now. */
function wordLength(gap: GapView): string {
  return gap.isOngoing ? coverageTexts().soFar(formatLength(gap)) : formatLength(gap);
}

function wordSilence(series: Series, vocabulary: VocabularyView): string {
  const t = coverageTexts();
  if (series.of === "all") return t.noCalls;
  if (series.campaign === null) return t.noCallsWithoutCampaign;
  const { label, raw } = toValueView("campaign", series.campaign, vocabulary);
  return raw === undefined ? t.noCallsOf(label) : t.noCallsOfRaw(label, raw);
}
