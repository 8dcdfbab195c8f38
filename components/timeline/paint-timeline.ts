import type { Tone } from "@/components/ui/tone/tone";
import { arrangeValues } from "@/components/vocabulary/arrange-values";
import { toNameFace } from "@/components/vocabulary/to-value-face";
import type { TimelineView } from "@/lib/recordings/counts/views";
import { getMerged } from "@/lib/vocabulary/merged-values";
import type { VocabularyView } from "@/lib/vocabulary/views";

/** A timeline and its statuses as people know them, in the order in which they are stacked. */
export type PaintedTimeline = TimelineView & {
  statuses: { status: string; label: string; tone: Tone }[];
};

/**
 * From the bottom up: by their order where somebody chose one, then the most frequent first. Those of
 * one name are one, and so are the rarest of very many.
 */
export function paintTimeline(timeline: TimelineView, vocabulary: VocabularyView): PaintedTimeline {
  const terms = vocabulary.status;
  const counts = joinCounts(timeline.counts, (status) => getMerged(terms, status).values[0]);
  const ofStatus = new Map<string, number>();
  for (const { status, count } of counts) {
    ofStatus.set(status, (ofStatus.get(status) ?? 0) + count);
  }
  const byCalls = [...ofStatus].sort(([, one], [, other]) => other - one).map(([name]) => name);
  const isMany = byCalls.length > mostStatuses;
  const told = isMany ? byCalls.slice(0, mostStatuses - 1) : byCalls;
  const statuses = arrangeValues("status", told, (status) => status, vocabulary).map((status) => {
    const { label, tone = "grey" } = toNameFace("status", status, vocabulary);
    return { status, label, tone };
  });
  if (!isMany) return { ...timeline, counts, statuses };
  const label = `${byCalls.length - told.length} other statuses`;
  const isTold = new Set(told);
  return {
    ...timeline,
    statuses: [...statuses, { status: otherStatuses, label, tone: "grey" }],
    counts: joinCounts(counts, (status) => (isTold.has(status) ? status : otherStatuses)),
  };
}

/** So many parts a bar has at most. */
const mostStatuses = 24;
/** No status is empty. */
const otherStatuses = "";

/** Of each bar, the calls of all statuses that become the same are one number. */
function joinCounts(
  counts: TimelineView["counts"],
  become: (status: string) => string,
): TimelineView["counts"] {
  const joined = new Map<string, TimelineView["counts"][number]>();
  for (const { startsOn, status: was, count } of counts) {
    const status = become(was);
    const key = `${startsOn} ${status}`;
    joined.set(key, { startsOn, status, count: count + (joined.get(key)?.count ?? 0) });
  }
  return [...joined.values()];
}
