import { countFormat } from "@/components/format/numbers";
import { texts } from "@/lib/language/texts";
import type { TimelineUnit } from "@/lib/recordings/views/views";

const calls = (count: number) => `${countFormat.format(count)} ${count === 1 ? "call" : "calls"}`;

export const timelineTexts = texts("timeline", {
  timeline: "Timeline",
  tooMany: (most: number) =>
    `More than ${countFormat.format(most)} calls are too many to draw. Add a filter or choose fewer days.`,
  none: "No calls to show",
  bars: "Timeline bars",
  barsHint: "Enter shows only the calls of a bar",
  noneChosen: "No bar selected",
  calls,
  andMore: (count: number) => `and ${count} more`,
  mayBeMissing: "Calls may be missing",
  /** Two short lines, the years being the second. */
  outlierCount: {
    earlier: (count: number) => `${countFormat.format(count)} earlier`,
    later: (count: number) => `${countFormat.format(count)} later`,
  },
  outliers: {
    earlier: (count: number, days: string) => `${calls(count)} earlier: ${days}`,
    later: (count: number, days: string) => `${calls(count)} later: ${days}`,
  },
  /** A year before the thousandth. */
  earlyYear: (year: number) => `${year} AD`,
  /** The whole drawing, for who doesn't see it. */
  summary: (unit: TimelineUnit, days: string, total: number, most: number) =>
    `Calls by ${unit}, ${days}: ${calls(total)}, at most ${countFormat.format(most)} per ${unit}`,
  missing: (gap: string) => `Calls may be missing: ${gap}`,
  statuses: "Statuses",
  legend: "Legend",
  moreStatuses: (count: number) => `${count} more statuses`,
  rarer: (count: number) => `${count} rarer ones are in the Status filter.`,
  gap: "Gap",
  gapMeaning: ": calls may be missing",
  filterBy: (status: string) => `Filter by ${status}`,
  stopFilterBy: (status: string) => `Stop filtering by ${status}`,
});
