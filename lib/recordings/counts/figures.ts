import "server-only";
import { budgets } from "@/lib/platform/settings/budgets";
import type { RecordingFilter } from "../filter/filter";
import { type Clock, findPeriodBefore, resolveDates } from "../filter/resolve-dates";
import { readFound } from "../query/find-rows";
import { listTerms } from "../totals/counted-call";
import type { FiguresView, PeriodFigures } from "../views/views";
import { type CountOptions, canUseTotals, mayScan } from "./facets";
import { buildFigures, readFigures, type StatusRow, sumByStatus } from "./sql";
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
  const kept = await findKeptZone(timeZone);
  // Without days, those of any zone are all calls.
  const isTold = kept === timeZone || (kept !== null && !filter.from && !filter.to);
  const [current, before] =
    isTold && canUseTotals(filter)
      ? await readPeriods(periods, kept, { timeZone, ...options })
      : await Promise.all(periods.map((one) => countPeriod(one, { timeZone, ...options })));
  if (!current) throw new Error("A filter without figures");
  return { current, before: days && before ? { ...days, figures: before } : null };
}

type Options = CountOptions & { timeZone: string };

async function readPeriods(
  periods: RecordingFilter[],
  zone: string,
  options: Options,
): Promise<PeriodFigures[]> {
  const rows = await sumByStatus(periods, zone);
  return Promise.all(
    periods.map(async (filter, index) => {
      const told = rows.filter(({ period }) => period === index);
      const figures = toFigures(told);
      if (hasMinutes(filter)) return figures;
      const { minutes } = isMore(told, options) ? untold : await countFound(filter, options);
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
  const { timeZone, signal, budget = budgets.counts } = options;
  const bounds = { most: budget.found + 1, looked: budget.looked, signal };
  const { rows, isAll } = await readFound<StatusRow>(filter, timeZone, bounds, buildFigures);
  return !isAll || isMore(rows, options) ? untold : toFigures(rows);
}

const untold: PeriodFigures = { statuses: null, minutes: null };

/** More calls than are read one by one. */
function isMore(rows: StatusRow[], { budget = budgets.counts }: CountOptions): boolean {
  return rows.reduce((sum, { calls }) => sum + Number(calls), 0) > budget.found;
}

function toFigures(rows: StatusRow[]): PeriodFigures {
  return {
    statuses: rows.map(({ status, calls }) => ({ status, calls: Number(calls) })),
    minutes: rows.reduce((sum, { minutes }) => sum + Number(minutes), 0),
  };
}
