import type { Route } from "next";
import { filterHref } from "@/components/recordings/list-href";
import type { GapView } from "@/lib/coverage/views";
import { emptyFilter, firstPage, type RecordingQuery } from "@/lib/recordings/filter/filter";

/** The list on the days of a gap, and of the campaign that was silent. */
export function gapHref(gap: GapView, timeZone: string, query: RecordingQuery = wholeList): Route {
  const days = { ...gapDays(gap, timeZone), days: null };
  if (gap.kind !== "silence" || gap.series.of === "all") return filterHref(query, days);
  return filterHref(query, { ...days, campaign: { include: [gap.series.campaign], exclude: [] } });
}

/** The first and the last day of a gap in a zone, as YYYY-MM-DD. */
export function gapDays({ fromAt, toAt }: GapView, timeZone: string): { from: string; to: string } {
  return { from: toDay(fromAt, timeZone), to: toDay(toAt, timeZone) };
}

const wholeList: RecordingQuery = { filter: emptyFilter, page: firstPage };

function toDay(instant: string, timeZone: string): string {
  const format = new Intl.DateTimeFormat("en-CA", { timeZone, dateStyle: "short" });
  return format.format(new Date(instant));
}
