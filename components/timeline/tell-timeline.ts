import { countFormat } from "../recordings/count-format";
import type { PreparedTimeline, TimelineBar } from "./prepare-timeline";

const dayFormat = new Intl.DateTimeFormat("en-GB", { dateStyle: "medium", timeZone: "UTC" });

/** The days of a bar: "20 Nov 2026", or the first and the last. */
export function tellDays(bar: Pick<TimelineBar, "from" | "to"> | undefined): string {
  if (!bar) return "";
  const [from, to] = [bar.from, bar.to].map((day) =>
    dayFormat.format(new Date(`${day}T00:00:00Z`)),
  );
  return from === to ? `${from}` : `${from} – ${to}`;
}

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
