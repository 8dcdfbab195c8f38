import { countFormat } from "@/components/format/count-format";
import { formatDay } from "@/components/format/format-instant";
import { endOfUnit } from "@/lib/recordings/counts/timeline-units";
import type { OutliersView } from "@/lib/recordings/counts/views";
import type { PreparedTimeline, TimelineBar } from "./prepare-timeline";

/** The days of a bar: "20 Nov 2026", the first and the last, or the months or years that they fill. */
export function tellDays(bar: Pick<TimelineBar, "from" | "to"> | undefined): string {
  if (!bar) return "";
  const [from, to] = isWholeYears(bar)
    ? [formatYear(bar.from), formatYear(bar.to)]
    : isWholeMonths(bar)
      ? [formatMonth(bar.from), formatMonth(bar.to)]
      : [formatDay(bar.from), formatDay(bar.to)];
  return from === to ? from : `${from} – ${to}`;
}

/** How many calls of another age there are, in two short lines: "2 later", "9999". */
export function tellOutliers(outliers: OutliersView, side: "earlier" | "later"): [string, string] {
  const [from, to] = [formatYear(outliers.from), formatYear(outliers.to)];
  return [`${countFormat.format(outliers.count)} ${side}`, from === to ? from : `${from} – ${to}`];
}

/** The same in full, for a label. */
export function describeOutliers(outliers: OutliersView, side: "earlier" | "later"): string {
  return `${tellCalls(outliers.count)} ${side}: ${tellDays(outliers)}`;
}

function isWholeMonths({ from, to }: Pick<TimelineBar, "from" | "to">): boolean {
  return from.endsWith("-01") && to === endOfUnit(to, "month");
}

function isWholeYears({ from, to }: Pick<TimelineBar, "from" | "to">): boolean {
  return from.endsWith("-01-01") && to.endsWith("-12-31");
}

function formatYear(day: string): string {
  const year = Number(day.slice(0, 4));
  return year < 1_000 ? `${year} AD` : String(year);
}

function formatMonth(day: string): string {
  return `${monthFormat.format(new Date(`${day}T00:00:00Z`))} ${formatYear(day)}`;
}

const monthFormat = new Intl.DateTimeFormat("en-GB", { month: "short", timeZone: "UTC" });

/** The whole of it for who doesn't see it. */
export function describeTimeline({ unit, bars, most }: PreparedTimeline): string {
  const total = bars.reduce((sum, bar) => sum + bar.total, 0);
  const days = tellDays({ from: bars[0]?.from ?? "", to: bars.at(-1)?.to ?? "" });
  return `Calls by ${unit}, ${days}: ${tellCalls(total)}, at most ${countFormat.format(most)} a ${unit}`;
}

/** What is under the pointer, or what a drag has passed over: days, calls, and how they ended. */
export function describeBar(
  bars: TimelineBar[],
  shown: { first: number; last: number } | null,
): string {
  // Under a pointer that stays where it is, there may be fewer bars by now.
  const meant = shown ? bars.slice(shown.first, shown.last + 1) : [];
  if (meant.length === 0) return "";
  const ofStatus = new Map<string, { label: string; count: number }>();
  for (const { status, label, count } of meant.flatMap(({ parts }) => parts)) {
    ofStatus.set(status, { label, count: (ofStatus.get(status)?.count ?? 0) + count });
  }
  const total = meant.reduce((sum, bar) => sum + bar.total, 0);
  const days = tellDays({ from: meant[0]?.from ?? "", to: meant.at(-1)?.to ?? "" });
  const statuses = [...ofStatus.values()].map(
    ({ label, count }) => `${label} ${countFormat.format(count)}`,
  );
  return [`${days}: ${tellCalls(total)}`, ...statuses].join(" · ");
}

function tellCalls(count: number): string {
  return `${countFormat.format(count)} ${count === 1 ? "call" : "calls"}`;
}
