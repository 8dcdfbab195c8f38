import type { Tone } from "@/components/ui/tone";
import type { TimelineUnit } from "@/lib/recordings/views";
import type { PaintedTimeline } from "./paint-timeline";

/** Everything that a drawing of the timeline needs; heights are shares of the highest bar. */
export type PreparedTimeline = {
  unit: TimelineUnit;
  bars: TimelineBar[];
  /** In the order in which they are stacked. */
  statuses: PaintedTimeline["statuses"];
  /** The calls of the highest bar. */
  most: number;
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
}: PaintedTimeline): PreparedTimeline {
  const ofBar = new Map<string, Map<string, number>>();
  for (const { startsOn, status, count } of counts) {
    const bar = ofBar.get(startsOn) ?? new Map<string, number>();
    ofBar.set(startsOn, bar.set(status, count));
  }
  const totalOf = (bar: Map<string, number>) => [...bar.values()].reduce((sum, n) => sum + n, 0);
  const most = Math.max(0, ...[...ofBar.values()].map(totalOf));

  const bars: TimelineBar[] = [];
  for (let start = startOfUnit(from, unit); start <= to; start = nextUnit(start, unit)) {
    const bar = ofBar.get(start) ?? new Map<string, number>();
    const last = shiftDays(nextUnit(start, unit), -1);
    bars.push({
      from: start < from ? from : start,
      to: last > to ? to : last,
      total: totalOf(bar),
      parts: statuses.flatMap((status) => {
        const count = bar.get(status.status) ?? 0;
        return count > 0 ? [{ ...status, count, height: count / most }] : [];
      }),
    });
  }
  return { unit, bars, statuses, most };
}

function startOfUnit(day: string, unit: TimelineUnit): string {
  if (unit === "month") return `${day.slice(0, 7)}-01`;
  if (unit === "day") return day;
  const weekday = (new Date(`${day}T00:00:00Z`).getUTCDay() + 6) % 7;
  return shiftDays(day, -weekday);
}

function nextUnit(start: string, unit: TimelineUnit): string {
  if (unit === "day") return shiftDays(start, 1);
  if (unit === "week") return shiftDays(start, 7);
  return `${shiftDays(start, 31).slice(0, 7)}-01`;
}

function shiftDays(day: string, days: number): string {
  const date = new Date(`${day}T00:00:00Z`);
  date.setUTCDate(date.getUTCDate() + days);
  return date.toISOString().slice(0, 10);
}
