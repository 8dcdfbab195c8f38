import type { Tone } from "@/components/ui/tone";
import { arrangeValues } from "@/components/vocabulary/arrange-values";
import { toValueFace } from "@/components/vocabulary/to-value-face";
import type { TimelineView } from "@/lib/recordings/views";
import type { VocabularyView } from "@/lib/vocabulary/views";

/** A timeline and its statuses as people know them, in the order in which they are stacked. */
export type PaintedTimeline = TimelineView & {
  statuses: { status: string; label: string; tone: Tone }[];
};

/** From the bottom up: by their order where somebody chose one, then the most frequent first. */
export function paintTimeline(timeline: TimelineView, vocabulary: VocabularyView): PaintedTimeline {
  const ofStatus = new Map<string, number>();
  for (const { status, count } of timeline.counts) {
    ofStatus.set(status, (ofStatus.get(status) ?? 0) + count);
  }
  const byCalls = [...ofStatus].sort(([, one], [, other]) => other - one).map(([name]) => name);
  const statuses = arrangeValues("status", byCalls, (status) => status, vocabulary);
  return {
    ...timeline,
    statuses: statuses.map((status) => {
      const { label, tone = "grey" } = toValueFace("status", status, vocabulary);
      return { status, label, tone };
    }),
  };
}
