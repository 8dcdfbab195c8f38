import type { Tone } from "@/components/ui/tone/tone";
import { arrangeValues } from "@/components/vocabulary/arrange-values";
import { toValueFace } from "@/components/vocabulary/to-value-face";
import type { TimelineView } from "@/lib/recordings/counts/views";
import type { VocabularyView } from "@/lib/vocabulary/views";

/** A timeline and its statuses as people know them, in the order in which they are stacked. */
export type PaintedTimeline = TimelineView & {
  statuses: { status: string; label: string; tone: Tone }[];
};

/**
 * From the bottom up: by their order where somebody chose one, then the most frequent first. The rarest
 * of very many are one.
 */
export function paintTimeline(timeline: TimelineView, vocabulary: VocabularyView): PaintedTimeline {
  const ofStatus = new Map<string, number>();
  for (const { status, count } of timeline.counts) {
    ofStatus.set(status, (ofStatus.get(status) ?? 0) + count);
  }
  const byCalls = [...ofStatus].sort(([, one], [, other]) => other - one).map(([name]) => name);
  const isMany = byCalls.length > mostStatuses;
  const told = isMany ? byCalls.slice(0, mostStatuses - 1) : byCalls;
  const statuses = arrangeValues("status", told, (status) => status, vocabulary).map((status) => {
    const { label, tone = "grey" } = toValueFace("status", status, vocabulary);
    return { status, label, tone };
  });
  if (!isMany) return { ...timeline, statuses };
  const label = `${byCalls.length - told.length} other statuses`;
  return {
    ...timeline,
    statuses: [...statuses, { status: otherStatuses, label, tone: "grey" }],
    counts: joinOthers(timeline.counts, new Set(told)),
  };
}

/** So many parts a bar has at most. */
const mostStatuses = 24;
/** No status is empty. */
const otherStatuses = "";

function joinOthers(counts: TimelineView["counts"], told: Set<string>): TimelineView["counts"] {
  const others = new Map<string, number>();
  for (const { startsOn, status, count } of counts) {
    if (!told.has(status)) others.set(startsOn, (others.get(startsOn) ?? 0) + count);
  }
  return [
    ...counts.filter(({ status }) => told.has(status)),
    ...[...others].map(([startsOn, count]) => ({ startsOn, status: otherStatuses, count })),
  ];
}
