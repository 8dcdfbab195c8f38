import { formatDay } from "@/components/format/dates";
import { dateFormat, numberFormat } from "@/components/format/intl";
import { countFormat, roundToTwoDigits } from "@/components/format/numbers";
import type { PaintedTimeline } from "@/components/recordings/list-answers";
import type { Tone } from "@/components/ui/tone";
import { texts } from "@/lib/language/texts";
import type { OutliersView } from "@/lib/recordings/views/views";
import { endOfUnit, listUnits, type TimelineUnit } from "@/lib/settings/timeline-units";

/** Everything that a drawing of the timeline needs; heights are shares of the highest bar. */
export type PreparedTimeline = {
  unit: TimelineUnit;
  bars: TimelineBar[];
  /** In the order in which they are stacked. */
  statuses: PaintedTimeline["statuses"];
  /** The calls of the highest bar. */
  most: number;
  /** Round numbers of calls, at their shares of the highest bar. */
  levels: { at: number; label: string }[];
  ticks: PaintedTimeline["ticks"];
  gaps: PaintedTimeline["gaps"];
  /** Some bars are an estimate. */
  hasEstimates: boolean;
  /** Calls of another age, beside the bars. */
  earlier: OutliersView | null;
  later: OutliersView | null;
};

type TimelineBar = {
  /** The days that it stands for, both included, within the timeline's own. */
  from: string;
  to: string;
  total: number;
  /** It has about so many calls. */
  isEstimate: boolean;
  /** From the bottom up. */
  parts: { status: string; label: string; tone: Tone; count: number; height: number }[];
};

/**
 * One bar for each unit of the span, those without a call too: no call is a number as well.
 * @param least calls that the axis reaches, so that several drawings have one scale
 */
export function prepareTimeline(
  { unit, from, to, counts, statuses, estimates, ...beside }: PaintedTimeline,
  least = 0,
): PreparedTimeline {
  const ofBar = new Map<string, Map<string, number>>();
  for (const { startsOn, status, count } of counts) {
    const bar = ofBar.get(startsOn) ?? new Map<string, number>();
    ofBar.set(startsOn, bar.set(status, count));
  }
  const totalOf = (bar: Map<string, number>) => [...bar.values()].reduce((sum, n) => sum + n, 0);
  const most = Math.max(0, ...[...ofBar.values()].map(totalOf));
  const top = Math.max(most, least);
  const estimated = new Set(estimates);
  const bars = listUnits(from, to, unit).map((start) => {
    const bar = ofBar.get(start) ?? new Map<string, number>();
    const end = endOfUnit(start, unit);
    return {
      from: start < from ? from : start,
      to: end > to ? to : end,
      total: totalOf(bar),
      isEstimate: estimated.has(start),
      parts: statuses.flatMap((status) => {
        const count = bar.get(status.status) ?? 0;
        return count > 0 ? [{ ...status, count, height: count / top }] : [];
      }),
    };
  });
  const { ticks, gaps, earlier, later } = beside;
  const hasEstimates = bars.some(({ isEstimate }) => isEstimate);
  const levels = listLevels(top);
  return { unit, bars, statuses, most, levels, ticks, gaps, hasEstimates, earlier, later };
}

/** One or two round numbers, so that a bar can be read without pointing at it. */
function listLevels(most: number): PreparedTimeline["levels"] {
  const least = most / 2.5;
  const power = 10 ** Math.floor(Math.log10(Math.max(least, 1)));
  const step = [1, 2, 5, 10].map((times) => times * power).find((one) => one >= least);
  return [1, 2].flatMap((times) =>
    step && step * times <= most
      ? [{ at: (step * times) / most, label: levelFormat.format(step * times) }]
      : [],
  );
}

const levelFormat = numberFormat({ notation: "compact" });

/** The days of a bar: "20 Nov 2026", the first and the last, or the months or years that they fill. */
export function formatBarDays(bar: Pick<TimelineBar, "from" | "to"> | undefined): string {
  if (!bar) return "";
  const [from, to] = isWholeYears(bar)
    ? [formatYear(bar.from), formatYear(bar.to)]
    : isWholeMonths(bar)
      ? [formatMonth(bar.from), formatMonth(bar.to)]
      : [formatDay(bar.from), formatDay(bar.to)];
  return from === to ? from : `${from} – ${to}`;
}

/** How many calls of another age there are, in two short lines: "2 later", "9999". */
export function describeOutlierCounts(
  outliers: OutliersView,
  side: "earlier" | "later",
): [string, string] {
  const [from, to] = [formatYear(outliers.from), formatYear(outliers.to)];
  return [
    timelineTexts().outlierCount[side](toTold(outliers.count, outliers)),
    from === to ? from : `${from} – ${to}`,
  ];
}

/** The same in full, for a label. */
export function describeOutliers(outliers: OutliersView, side: "earlier" | "later"): string {
  const t = timelineTexts();
  return t.outliers[side](t.calls(toTold(outliers.count, outliers)), formatBarDays(outliers));
}

function isWholeMonths({ from, to }: Pick<TimelineBar, "from" | "to">): boolean {
  return from.endsWith("-01") && to === endOfUnit(to, "month");
}

function isWholeYears({ from, to }: Pick<TimelineBar, "from" | "to">): boolean {
  return from.endsWith("-01-01") && to.endsWith("-12-31");
}

function formatYear(day: string): string {
  const year = Number(day.slice(0, 4));
  return year < 1_000 ? timelineTexts().earlyYear(year) : String(year);
}

function formatMonth(day: string): string {
  return `${monthFormat.format(new Date(`${day}T00:00:00Z`))} ${formatYear(day)}`;
}

const monthFormat = dateFormat({ month: "short", timeZone: "UTC" });

/** The whole of it for who doesn't see it. */
export function describeTimeline({
  unit,
  bars,
  most,
  gaps,
  hasEstimates,
}: PreparedTimeline): string {
  const told = (count: number) => toTold(count, { isEstimate: hasEstimates });
  const total = told(bars.reduce((sum, bar) => sum + bar.total, 0));
  const days = formatBarDays({ from: bars[0]?.from ?? "", to: bars.at(-1)?.to ?? "" });
  const t = timelineTexts();
  const missing = gaps.map(({ text }) => t.missing(text)).slice(0, mostSpelled);
  return [t.summary(unit, days, total, told(most)), ...missing].join(". ");
}

/** So that nobody takes an estimate for a count. */
function toTold(count: number, { isEstimate }: { isEstimate: boolean }): ToldCount {
  return { count: isEstimate ? roundToTwoDigits(count) : count, isEstimate };
}

type ToldCount = { count: number; isEstimate: boolean };

/** More gaps than that are for the keyboard, bar by bar. */
const mostSpelled = 3;

/** What is under the pointer, or what a drag has passed over. */
export type BarNote = {
  days: string;
  calls: string;
  statuses: { status: string; label: string; tone: Tone; count: string; share: string }[];
  gaps: string[];
};

/** Null: under a pointer that stays where it is, there may be fewer bars by now. */
export function describeBars(
  { bars, statuses, gaps }: PreparedTimeline,
  { first, last }: { first: number; last: number },
): BarNote | null {
  const meant = bars.slice(first, last + 1);
  if (meant.length === 0) return null;
  const total = meant.reduce((sum, bar) => sum + bar.total, 0);
  const isEstimate = meant.some((bar) => bar.isEstimate);
  const parts = meant.flatMap((bar) => bar.parts);
  const within = gaps.filter(
    ({ from, to }) => from < (last + 1) / bars.length && to > first / bars.length,
  );
  return {
    days: formatBarDays({ from: meant[0]?.from ?? "", to: meant.at(-1)?.to ?? "" }),
    calls: timelineTexts().calls(toTold(total, { isEstimate })),
    statuses: statuses.flatMap((status) => {
      const own = parts.filter((part) => part.status === status.status);
      const count = own.reduce((sum, part) => sum + part.count, 0);
      if (count === 0) return [];
      const share = shareFormat.format(count / total);
      const told = toTold(count, { isEstimate });
      return [{ ...status, count: countFormat.format(told.count), share }];
    }),
    gaps: within.map(({ text }) => text),
  };
}

/** The same in a line, for who doesn't see it. */
export function spellNote({ days, calls, statuses, gaps }: BarNote): string {
  const told = statuses.map(({ label, count }) => `${label} ${count}`);
  return [`${days}: ${calls}`, ...told, ...gaps].join(" · ");
}

const shareFormat = numberFormat({ style: "percent", maximumFractionDigits: 0 });

const amount = ({ count, isEstimate }: ToldCount) =>
  `${isEstimate ? "about " : ""}${countFormat.format(count)}`;
const calls = (told: ToldCount) => `${amount(told)} ${told.count === 1 ? "call" : "calls"}`;

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
    earlier: (told: ToldCount) => `${amount(told)} earlier`,
    later: (told: ToldCount) => `${amount(told)} later`,
  },
  outliers: {
    earlier: (told: string, days: string) => `${told} earlier: ${days}`,
    later: (told: string, days: string) => `${told} later: ${days}`,
  },
  /** A year before the thousandth. */
  earlyYear: (year: number) => `${year} AD`,
  /** The whole drawing, for who doesn't see it. */
  summary: (unit: TimelineUnit, days: string, total: ToldCount, most: ToldCount) =>
    `Calls by ${unit}, ${days}: ${calls(total)}, at most ${amount(most)} per ${unit}`,
  missing: (gap: string) => `Calls may be missing: ${gap}`,
  estimate: "Estimate",
  estimateMeaning: " from a sample",
  estimateHint: (most: number) =>
    `More than ${countFormat.format(most)} calls match. The bars show about how many, from a sample of them.`,
  statuses: "Statuses",
  legend: "Legend",
  moreStatuses: (count: number) => `${count} more statuses`,
  rarer: (count: number) => `${count} rarer ones are in the Status filter.`,
  gap: "Gap",
  gapMeaning: ": calls may be missing",
  filterBy: (status: string) => `Filter by ${status}`,
  stopFilterBy: (status: string) => `Stop filtering by ${status}`,
});
