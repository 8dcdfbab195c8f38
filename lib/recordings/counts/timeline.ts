import "server-only";
import { budgets } from "@/lib/platform/settings/budgets";
import { firstDay } from "@/lib/settings/calendar-day";
import { chooseUnit, endOfUnit, type TimelineUnit } from "@/lib/settings/timeline-units";
import { emptyFilter, markFields, type RecordingFilter } from "../filter/filter";
import { asksOtherTables } from "../sql/where";
import type { OutliersView, TimelineView } from "../views/views";
import {
  type EstimatedCount,
  sampleCalls,
  sampleDays,
  sumSample,
  toEstimates,
  withoutBursts,
} from "./estimate-bars";
import { canUseTotals, mayScan } from "./facets";
import { type CountBudget, type CountOptions, readFoundDays, toBars } from "./found-days";
import { readScope, type Sample } from "./scope";
import {
  type Bars,
  type Count,
  countYears,
  readBars,
  readEnds,
  readEndYears,
  readTotalBars,
  type Span,
  sumYears,
  type YearCount,
} from "./timeline-sql";
import { findKeptZone, isChosen } from "./totals-sql";

/**
 * The calls of a filter by status, and by a unit of a zone's time in which they are few bars. Without
 * days in the filter it spans all calls but those of another age, which are counted apart. Exact, but of
 * more calls than the budget an estimate, which says so. Null: there is nothing to span.
 */
export async function countTimeline(
  filter: RecordingFilter,
  zone: string,
  { signal, budget = budgets.counts, readOnce }: CountOptions = {},
): Promise<TimelineView | null> {
  const kept = await findKeptZone(zone);
  const span = await readSpan(filter, zone, kept);
  if (!span) return null;
  const bars = { ...span, unit: chooseUnit(span.from, span.to) };
  const counts =
    canUseTotals(filter) && kept === zone
      ? await readTotalBars(filter, bars, zone)
      : (await mayScan(filter, zone, budget))
        ? await readBars(filter, bars, zone, signal)
        : await findCounts(filter, bars, { zone, isKept: kept === zone, signal, budget, readOnce });
  const told = counts === "too-many" ? [] : counts;
  const within = told.filter(({ side }) => side === "within");
  return {
    ...bars,
    isTooMany: counts === "too-many",
    counts: within.map(({ first, status, count }) => ({ startsOn: first, status, count })),
    estimates: [...new Set(within.filter(isEstimate).map(({ first }) => first))],
    earlier: toOutliers(told, "earlier", filter, bars.unit),
    later: toOutliers(told, "later", filter, bars.unit),
  };
}

function isEstimate(count: Count | EstimatedCount): boolean {
  return "isEstimate" in count && count.isEstimate;
}

function toOutliers(
  counts: (Count | EstimatedCount)[],
  side: Count["side"],
  { from, to }: RecordingFilter,
  unit: TimelineUnit,
): OutliersView | null {
  const own = counts.filter((count) => count.side === side);
  const firsts = own.map(({ first }) => first).sort();
  const lasts = own.map(({ last }) => last).sort();
  const [first, last] = [firsts.at(0), lasts.at(-1)];
  if (first === undefined || last === undefined) return null;
  const end = endOfUnit(last, unit);
  return {
    count: sumCounts(own),
    isEstimate: own.some(isEstimate),
    from: from && from > first ? from : first,
    to: to && to < end ? to : end,
  };
}

type Finding = CountOptions & { zone: string; isKept: boolean; budget: CountBudget };

/** A small sample comes first: where many calls fit, nobody counts them one by one. */
async function findCounts(
  filter: RecordingFilter,
  bars: Bars,
  finding: Finding,
): Promise<(Count | EstimatedCount)[] | "too-many"> {
  const { zone, isKept, signal, budget } = finding;
  const { readOnce = () => readFoundDays(filter, zone, finding) } = finding;
  const { found: most, sampled } = budget;
  const scope = isKept ? await readScope(filter, bars, zone) : null;
  // To look for marks and other choices together takes longer than a whole sample.
  const isMarked = markFields.some((field) => isChosen(filter[field]));
  // Where each call is looked for in another table, half of them take as long.
  const whole = asksOtherTables(filter) ? sampled / 2 : sampled;
  const tried = isMarked ? whole : sampled / 10;
  const isVast = scope !== null && sumSample(scope).kept > most;
  let sample = isVast ? await sampleCalls(filter, scope, { sampled: tried, signal }) : null;
  let least = sample ? leastOf(sample) : 0;
  if (least <= most) {
    const found = await readOnce();
    if (found.isAll) return toBars(found, bars);
    least = found.calls;
  }
  if (!scope) return "too-many";
  if (!sample || !isMarked) sample = await sampleCalls(filter, scope, { sampled: whole, signal });
  const isClose = sumSample(withoutBursts(sample)).found >= closeCalls;
  const larger = isClose ? sample : await sampleDays(filter, sample, { sampled, signal });
  const estimates = toEstimates(larger);
  // The totals know too little where more is on its way to them, and the sample where it met none.
  const about = sumCounts(estimates);
  return about === 0 || about < least / 2 ? "too-many" : estimates;
}

/** A sum of so many is off by a twentieth at the most. */
const closeCalls = 1_500;

/** So many calls fit at least, but once in a thousand times. */
function leastOf(sample: Sample): number {
  const { found } = sumSample(sample);
  return found > 0 ? sumCounts(toEstimates(sample)) * (1 - 3 / Math.sqrt(found)) : 0;
}

function sumCounts(counts: Count[]): number {
  return counts.reduce((sum, { count }) => sum + count, 0);
}

/** So long days of a filter are shown as they are, empty or not. */
const plainMonths = 120;

/**
 * The filter's own days; where one end is open or they are very many, those of nearly all calls that
 * there are, two weeks at least.
 */
async function readSpan(
  { from, to }: RecordingFilter,
  zone: string,
  kept: string | null,
): Promise<Span | null> {
  const own = from && to ? { from, to } : null;
  if (own && (own.from > own.to || isPlain(own))) return own.from > own.to ? null : own;
  const years = (await readYears(zone, kept)).filter(
    ({ year }) => (!from || year >= yearOf(from)) && (!to || year <= yearOf(to)),
  );
  const main = findMainYears(years);
  const calls = main && (await readEnds(main, { from, to }, zone));
  if (!calls) return own;
  const wanted = [
    { from: from ?? calls.from, to: to ?? calls.to },
    { from: from ?? calls.from, to: calls.to },
    { from: calls.from, to: to ?? calls.to },
  ];
  const span = wanted.find(isPlain) ?? calls;
  return from === null ? withTwoWeeks(span) : span;
}

function isPlain({ from, to }: Span): boolean {
  return (yearOf(to) - yearOf(from)) * 12 + monthOf(to) - monthOf(from) < plainMonths;
}

function withTwoWeeks({ from, to }: Span): Span {
  const ms = Math.max(Date.parse(`${to}T00:00:00Z`) - 13 * dayMs, Date.parse(firstDay));
  const twoWeeks = new Date(ms).toISOString().slice(0, 10);
  return { from: twoWeeks < from ? twoWeeks : from, to };
}

const dayMs = 86_400_000;

function yearOf(day: string): number {
  return Number(day.slice(0, 4));
}

function monthOf(day: string): number {
  return Number(day.slice(5, 7));
}

/**
 * All calls by year: of another zone where this one isn't counted, and by reading them where none is;
 * of very many, the first and the last year alone.
 */
async function readYears(zone: string, kept: string | null): Promise<YearCount[]> {
  if (kept) return sumYears(kept);
  const isFew = await mayScan(emptyFilter, zone, budgets.counts);
  return isFew ? countYears(zone) : readEndYears(zone);
}

/**
 * The years in which nearly all calls lie, so that a few of another age don't squeeze them into one
 * bar: from the year of the middle call on outwards, over gaps that are short beside what they part.
 * Null without calls. Pure.
 * @param years in their order
 */
export function findMainYears(years: YearCount[]): { first: number; last: number } | null {
  const counted = years.filter(({ calls }) => calls > 0);
  const total = sum(counted);
  let low = findMiddle(counted, total);
  let high = low;
  if (low < 0) return null;
  let [before, after] = [sum(counted.slice(0, low)), sum(counted.slice(high + 1))];
  const yearOf = (index: number) => counted[index]?.year ?? Number.NaN;
  const isApart = (gap: number, beyond: number) => {
    const length = yearOf(high) - yearOf(low) + 1;
    const isFar = gap > Math.max(shortGap, length) && beyond * 5 <= total;
    // No business is so old that these could be its own.
    const isOfAnotherAge = gap > length + longLife && beyond * 2 < total;
    return isFar || isOfAnotherAge;
  };
  for (let isGrowing = true; isGrowing; ) {
    isGrowing = false;
    if (before > 0 && !isApart(yearOf(low) - yearOf(low - 1), before)) {
      low -= 1;
      before -= counted[low]?.calls ?? 0;
      isGrowing = true;
    }
    if (after > 0 && !isApart(yearOf(high + 1) - yearOf(high), after)) {
      high += 1;
      after -= counted[high]?.calls ?? 0;
      isGrowing = true;
    }
  }
  return { first: yearOf(low), last: yearOf(high) };
}

const shortGap = 3;
const longLife = 50;

function sum(years: YearCount[]): number {
  return years.reduce((total, { calls }) => total + calls, 0);
}

function findMiddle(years: YearCount[], total: number): number {
  let before = 0;
  return years.findIndex(({ calls }) => {
    before += calls;
    return before * 2 >= total;
  });
}
