import "server-only";
import { budgets } from "@/lib/platform/settings/budgets";
import type { RecordingFilter } from "../filter/filter";
import { type Clock, findPeriodBefore, resolveDates } from "../filter/resolve-dates";
import { listTerms } from "../totals/counted-call";
import type { FiguresView, PeriodFigures } from "../views/views";
import { canUseTotals, mayScan } from "./facets";
import { type CountOptions, readFoundDays } from "./found-days";
import { readFigures, sumByStatus } from "./sql";
import { findKeptZone } from "./totals-sql";

/**
 * The calls of a filter by status, their minutes, and the same of the period before its days. Exact:
 * from the kept totals where these can tell, otherwise from the recordings themselves; of more calls
 * than the budget nothing is told.
 */
export async function countFigures(
  asked: RecordingFilter,
  clock: Clock,
  options: CountOptions = {},
): Promise<FiguresView> {
  const filter = resolveDates(asked, clock);
  const days = findPeriodBefore(asked, clock);
  const periods = days ? [filter, { ...filter, ...days }] : [filter];
  const { timeZone } = clock;
  // What is read for others is of the filter's own days.
  const toOptions = (one: RecordingFilter) =>
    one === filter ? { ...options, timeZone } : { ...options, timeZone, readOnce: undefined };
  const kept = await findKeptZone(timeZone);
  // Without days, those of any zone are all calls.
  const isTold = kept === timeZone || (kept !== null && !filter.from && !filter.to);
  const [current, before] =
    isTold && canUseTotals(filter)
      ? await readPeriods(periods, kept, toOptions)
      : await Promise.all(periods.map((one) => countPeriod(one, toOptions(one))));
  if (!current) throw new Error("A filter without figures");
  return { current, before: days && before ? { ...days, figures: before } : null };
}

type Options = CountOptions & { timeZone: string };

async function readPeriods(
  periods: RecordingFilter[],
  zone: string,
  toOptions: (filter: RecordingFilter) => Options,
): Promise<PeriodFigures[]> {
  const rows = await sumByStatus(periods, zone);
  return Promise.all(
    periods.map(async (filter, index) => {
      const figures = toFigures(rows.filter(({ period }) => period === index));
      if (hasMinutes(filter)) return figures;
      const options = toOptions(filter);
      const { minutes } = isMore(figures, options) ? untold : await countFound(filter, options);
      return { ...figures, minutes };
    }),
  );
}

/** Minutes are kept of all calls of a key, not of those who answer yes or no. */
function hasMinutes(filter: RecordingFilter): boolean {
  return listTerms(filter).every(({ column }) => column === "calls");
}

async function countPeriod(filter: RecordingFilter, options: Options): Promise<PeriodFigures> {
  const { timeZone, signal, budget = budgets.counts } = options;
  if (!(await mayScan(filter, timeZone, budget))) return countFound(filter, options);
  return toFigures(await readFigures(filter, timeZone, signal));
}

async function countFound(filter: RecordingFilter, options: Options): Promise<PeriodFigures> {
  const { timeZone, readOnce = () => readFoundDays(filter, timeZone, options) } = options;
  const { days, isAll } = await readOnce();
  return isAll ? toFigures(days) : untold;
}

const untold: PeriodFigures = { statuses: null, minutes: null };

/** More calls than are read one by one. */
function isMore({ statuses }: PeriodFigures, { budget = budgets.counts }: CountOptions): boolean {
  return (statuses ?? []).reduce((sum, { calls }) => sum + calls, 0) > budget.found;
}

type Counted = { status: string; calls: bigint | number; minutes: bigint };

function toFigures(rows: Counted[]): PeriodFigures {
  const calls = new Map<string, number>();
  for (const row of rows) {
    calls.set(row.status, (calls.get(row.status) ?? 0) + Number(row.calls));
  }
  return {
    statuses: [...calls].map(([status, count]) => ({ status, calls: count })),
    minutes: rows.reduce((sum, { minutes }) => sum + Number(minutes), 0),
  };
}
