import { countFormat } from "@/components/format/numbers";
import { formatLength, formatSpan } from "@/components/format/time-spans";
import { toValueView } from "@/components/vocabulary/values";
import type { GapView, Series } from "@/lib/coverage/views";
import { texts } from "@/lib/language/texts";
import type { VocabularyView } from "@/lib/vocabulary/views";

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
    timeZone,
    dateStyle: "short",
    timeStyle: "medium",
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

export const coverageTexts = texts("coverage", {
  possibleGaps: "Possible gaps",
  description: "When Earshot was offline, and unusual silences.",
  allGaps: "All gaps",
  nothingMissing: "No known gaps. ",
  watched: "Watched since {since}; last heartbeat {beat}.",
  noHeartbeat: "No heartbeat yet. Check again in a few seconds.",
  pages: "Pages",
  latest: "Latest",
  earlier: "Earlier",
  gaps: "Gaps",
  columns: {
    kind: "Kind",
    time: "Time",
    length: "Length",
    known: "Details",
    acknowledged: "Acknowledged",
  },
  silence: "Silence",
  offline: "Offline",
  span: (from: string, to: string) => `${from} to ${to}`,
  acknowledge: "Acknowledge",
  acknowledgeNamed: (span: string) => `Acknowledge: ${span}`,
  acknowledgeAll: "Acknowledge all",
  isAcknowledged: "Yes",
  undo: "Undo",
  undoNamed: (span: string) => `Undo: ${span}`,
  goesOn: "Ongoing: events can’t be stored",
  wasStopped: "Earshot was stopped",
  wasCutOff: "Earshot was interrupted",
  allCalls: "All calls",
  expected: (calls: number) => `{calls}: at least ${countFormat.format(calls)} expected`,
  expectedGoesOn: (calls: number) =>
    `{calls}: at least ${countFormat.format(calls)} expected; ongoing`,
  isOffline: "Earshot has been offline",
  wasOffline: "Earshot was offline",
  noCalls: "No calls",
  noCallsWithoutCampaign: "No calls without a campaign",
  noCallsOf: (campaign: string) => `No calls in “${campaign}”`,
  noCallsOfRaw: (campaign: string, raw: string) => `No calls in “${campaign}” (${raw})`,
  wereExpected: (calls: number) => `; at least ${countFormat.format(calls)} were expected`,
  soFar: (length: string) => `${length} so far`,
  missing: "Possible gaps",
  mayBeMissing: "Calls may be missing:",
  gapsInDays: (count: string) => `{lead} ${count} gaps on these days`,
  gapsLately: (count: string) => `{lead} ${count} gaps in the last 7 days`,
  /** "Earshot was offline for 29 min on 19 Nov, 14:02–14:31." */
  gapOn: "{what} for {length} on {span}{expected}.",
  /** One that began and ended within a minute of the clock. */
  gapAt: "{what} for {length} at {moment}{expected}.",
  gapSince: "{what} for {length}, since {moment}{expected}.",
  moment: (day: string, time: string) => `${time} on ${day}`,
  earlierLeftOut: "Earlier ones aren’t shown. ",
  timesOf: (zone: string) => `Time zone: ${zone}.`,
  showDay: "Show that day",
  showDays: "Show those days",
  about: {
    title: "How gaps are found",
    watchedSince: "Watched since",
    notYet: "Not yet",
    lastHeartbeat: "Last heartbeat",
    noneYet: "None yet",
    offline:
      "Earshot writes a heartbeat every 5 seconds. More than 15 seconds without one is a gap. It can’t tell whether the calling service could reach Earshot.",
    silence:
      "No calls in hours that should have brought 6 or more, compared with the second-lowest of the same hours on the same weekday in the last six weeks. A campaign that is silent for more than a week counts as ended.",
  },
});
