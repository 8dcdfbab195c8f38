import type { Tone } from "@/components/ui/tone/tone";
import { endOfUnit, listUnits, type TimelineUnit } from "@/lib/recordings/counts/timeline-units";
import type { OutliersView } from "@/lib/recordings/counts/views";
import type { PaintedTimeline } from "./paint-timeline";

/** Everything that a drawing of the timeline needs; heights are shares of the highest bar. */
export type PreparedTimeline = {
  unit: TimelineUnit;
  bars: TimelineBar[];
  /** In the order in which they are stacked. */
  statuses: PaintedTimeline["statuses"];
  /** The calls of the highest bar. */
  most: number;
  /** Calls of another age, beside the bars. */
  earlier: OutliersView | null;
  later: OutliersView | null;
};

export type TimelineBar = {
  /** The days that it stands for, both included, within the timeline's own. */
  from: string;
  to: string;
  total: number;
  /** From the bottom up. */
  parts: { status: string; label: string; tone: Tone; count: number; height: number }[];
};

/** One bar for each unit of the span, those without a call too: no call is a number as well. */
export function prepareTimeline({
  unit,
  from,
  to,
  counts,
  statuses,
  earlier,
  later,
}: PaintedTimeline): PreparedTimeline {
  const ofBar = new Map<string, Map<string, number>>();
  for (const { startsOn, status, count } of counts) {
    const bar = ofBar.get(startsOn) ?? new Map<string, number>();
    ofBar.set(startsOn, bar.set(status, count));
  }
  const totalOf = (bar: Map<string, number>) => [...bar.values()].reduce((sum, n) => sum + n, 0);
  const most = Math.max(0, ...[...ofBar.values()].map(totalOf));
  const bars = listUnits(from, to, unit).map((start) => {
    const bar = ofBar.get(start) ?? new Map<string, number>();
    const end = endOfUnit(start, unit);
    return {
      from: start < from ? from : start,
      to: end > to ? to : end,
      total: totalOf(bar),
      parts: statuses.flatMap((status) => {
        const count = bar.get(status.status) ?? 0;
        return count > 0 ? [{ ...status, count, height: count / most }] : [];
      }),
    };
  });
  return { unit, bars, statuses, most, earlier, later };
}
