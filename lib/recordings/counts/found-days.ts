import "server-only";
import { budgets } from "@/lib/platform/settings/budgets";
import { startOfUnit } from "@/lib/settings/timeline-units";
import type { RecordingFilter } from "../filter/filter";
import { readFound } from "../query/find-rows";
import { buildDayCounts, type DayCount } from "./sql";
import type { Bars, Count } from "./timeline-sql";

/** What was read of a filter's calls, one by one; with `isAll`, there are no others. */
export type FoundDays = { days: DayCount[]; calls: number; isAll: boolean };

/** How the counts are made: `signal` ends them, and of more calls than the budget they say so. */
export type CountOptions = {
  signal?: AbortSignal | undefined;
  budget?: CountBudget;
  /** What reads the calls of the filter, once for all that asks. */
  readOnce?: (() => Promise<FoundDays>) | undefined;
};

/** See `budgets.counts`. */
export type CountBudget = Record<keyof typeof budgets.counts, number>;

/**
 * Counts within the budget; what takes too long, anew within a tenth of it, when much of it is in memory.
 * @throws what `count` throws, unless it took too long
 */
export async function countPatiently<Options extends CountOptions, Counts>(
  options: Options,
  count: (options: Options) => Promise<Counts>,
): Promise<Counts> {
  const { signal, budget = budgets.counts } = options;
  const impatience = AbortSignal.timeout(budget.patientMs);
  const ending = signal ? AbortSignal.any([signal, impatience]) : impatience;
  try {
    return await count({ ...options, signal: ending });
  } catch (error) {
    if (!impatience.aborted || signal?.aborted) throw error;
    const tenth = (most: number) => Math.ceil(most / 10);
    const few = {
      ...budget,
      found: tenth(budget.found),
      looked: tenth(budget.looked),
      scanned: tenth(budget.scanned),
      sampled: tenth(budget.sampled),
    };
    return count({ ...options, budget: few });
  }
}

/** Reads what a filter finds, up to the budget. */
export async function readFoundDays(
  filter: RecordingFilter,
  timeZone: string,
  { signal, budget = budgets.counts }: CountOptions,
): Promise<FoundDays> {
  // One more, to know that there are more.
  const bounds = { most: budget.found + 1, looked: budget.looked, signal };
  const { rows: days, isAll } = await readFound<DayCount>(filter, timeZone, bounds, (found) =>
    buildDayCounts(found, timeZone),
  );
  const calls = days.reduce((sum, day) => sum + day.calls, 0);
  return { days, calls, isAll: isAll && calls <= budget.found };
}

/** The same by bar and status. */
export function toBars({ days }: FoundDays, { unit, from, to }: Bars): Count[] {
  const bars = new Map<string, Count>();
  const begin = startOfUnit(from, unit);
  for (const { day, status, calls } of days) {
    const startsOn = startOfUnit(day, unit);
    const side = startsOn < begin ? "earlier" : startsOn > to ? "later" : "within";
    const name = `${side === "within" ? startsOn : side} ${status}`;
    const bar = bars.get(name) ?? { side, first: startsOn, last: startsOn, status, count: 0 };
    if (startsOn < bar.first) bar.first = startsOn;
    if (startsOn > bar.last) bar.last = startsOn;
    bar.count += calls;
    bars.set(name, bar);
  }
  return [...bars.values()];
}
