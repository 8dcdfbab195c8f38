import "server-only";
import { firstDay, lastDay } from "@/lib/settings/calendar-day";
import { shiftDay, startOfUnit } from "@/lib/settings/timeline-units";
import type { RecordingFilter } from "../filter/filter";
import { sumWeeks } from "./sql";
import { type Bars, type Count, readTotalBars, type Span } from "./timeline-sql";

/** A day with far more calls than there usually are: all of them, and by status those that the totals tell of. */
export type Burst = { day: string; calls: number; kept: ReadonlyMap<string, number> };

/**
 * The bursts among the days of bars that are longer: weeks that stand out from those around them, and of these the
 * days that do.
 * @param all all calls of these days
 * @param kept those of them that are counted
 */
export async function readBursts(
  { all, kept, days }: { all: RecordingFilter; kept: RecordingFilter; days: Span },
  { unit }: Bars,
  zone: string,
): Promise<Burst[]> {
  if (unit === "day") return [];
  const weeks = await sumWeeks(days, zone);
  const high = findHigh(new Map(weeks.map(({ week, calls }) => [week, calls])));
  if (high.length === 0) return [];
  const bars = { ...days, unit: "day" } as const;
  const wanted = high.flatMap(({ week }) => Array.from({ length: 7 }, (_, n) => shiftDay(week, n)));
  const within = wanted.filter((day) => day >= days.from && day <= days.to);
  const [told, own] = await Promise.all([
    readTotalBars(all, bars, zone, within),
    all === kept ? null : readTotalBars(kept, bars, zone, within),
  ]);
  return findBursts(addUp(told), high).map(({ day, calls }) => {
    const counts = (own ?? told).filter(({ side, first }) => side === "within" && first === day);
    return { day, calls, kept: new Map(counts.map(({ status, count }) => [status, count])) };
  });
}

function addUp(counts: readonly Count[]): Map<string, number> {
  const sums = new Map<string, number>();
  for (const { side, first, count } of counts) {
    if (side === "within") sums.set(first, (sums.get(first) ?? 0) + count);
  }
  return sums;
}

/** A week, and how many calls those around it have. */
type HighWeek = { week: string; usual: number };

/** The weeks with the most calls above those around them. Pure. */
export function findHigh(weeks: ReadonlyMap<string, number>): HighWeek[] {
  const known = [...weeks.keys()].sort();
  const [from, to] = [known.at(0) ?? firstDay, known.at(-1) ?? lastDay];
  const high = known.map((week) => {
    const around = [-4, -3, -2, -1, 1, 2, 3, 4]
      .map((weeksOff) => shiftDay(week, 7 * weeksOff))
      .filter((other) => other >= from && other <= to)
      .map((other) => weeks.get(other) ?? 0)
      .sort((one, other) => one - other);
    const usual = around[Math.floor(around.length / 2)] ?? weeks.get(week) ?? 0;
    return { week, usual, above: (weeks.get(week) ?? 0) - usual };
  });
  return high
    .filter(({ usual, above }) => above > usual / 10)
    .toSorted((one, other) => other.above - one.above)
    .slice(0, mostWeeks);
}

/** The days of these weeks that have far more calls than a seventh of what is usual, the most first. Pure. */
export function findBursts(
  days: ReadonlyMap<string, number>,
  weeks: readonly HighWeek[],
): { day: string; calls: number }[] {
  const usualOf = new Map(weeks.map(({ week, usual }) => [week, usual / 7]));
  const bursts = [...days].flatMap(([day, calls]) => {
    const usual = usualOf.get(startOfUnit(day, "week")) ?? calls;
    return calls > usual * 1.75 ? [{ day, calls, above: calls - usual }] : [];
  });
  return bursts
    .toSorted((one, other) => other.above - one.above)
    .slice(0, mostBursts)
    .map(({ day, calls }) => ({ day, calls }));
}

const mostWeeks = 8;
const mostBursts = 12;
