import "server-only";
import { Temporal } from "temporal-polyfill";
import { budgets } from "@/lib/platform/settings/budgets";
import { db } from "@/lib/platform/database/db";
import { queryWith } from "@/lib/platform/database/query-with";
import { firstDay } from "@/lib/settings/calendar-day";
import { Prisma } from "@/prisma/client/client";
import type { RecordingFilter } from "../filter/filter";
import { type Clock, fixDays, toFixedDays } from "../filter/fix-days";
import type { RelativeDays } from "../filter/relative-days";
import { readFound } from "../query/read-found";
import { buildWhere } from "../sql/build-where";
import { listTerms } from "../totals/answers";
import {
  buildChoice,
  buildPeriods,
  chooseLevel,
  isKept,
  listChosenFields,
} from "./build-totals-where";
import { type CountBudget, mayScan } from "./estimate-calls";
import { buildTotals, findKeptZone } from "./read-totals";
import type { CountOptions } from "./scan-facets";
import type { FiguresView, PeriodFigures } from "./views";

/**
 * The calls and minutes of a filter by status, and those of the period before its days, which is as
 * long. Exact: from the kept totals where these can tell, otherwise from the recordings themselves; of
 * more calls than the budget there is nothing to say.
 */
export async function countFigures(
  asked: RecordingFilter,
  clock: Clock,
  { signal, budget = budgets.counts }: CountOptions = {},
): Promise<FiguresView> {
  const filter = fixDays(asked, clock);
  const days = findPeriodBefore(asked, clock);
  const former = days && { ...filter, ...days };
  const periods = former ? [filter, former] : [filter];
  const kept = await findKeptZone(clock.timeZone);
  // Without days, those of any zone are all calls.
  const isTold = kept === clock.timeZone || (kept !== null && !filter.from && !filter.to);
  const isAddedUp = isTold && isKept(filter) && hasMinutes(filter);
  const [current, before] = isAddedUp
    ? await readPeriods(periods, kept)
    : await Promise.all(periods.map((one) => countPeriod(one, clock.timeZone, { signal, budget })));
  return {
    current: current ?? nothing,
    before: days && before ? { ...days, figures: before } : null,
  };
}

const nothing: PeriodFigures = { isTooMany: false, statuses: [] };

/**
 * The days that the filter's own are compared with: as many right before them, but whole months with
 * whole months, and a week, month or year so far with as much of the one before. Null: the filter has
 * no first day.
 */
export function findPeriodBefore(
  asked: Pick<RecordingFilter, "from" | "to" | "days">,
  clock: Clock,
): { from: string; to: string } | null {
  const { from, to } = asked.days ? toFixedDays(asked.days, clock) : asked;
  if (from === null || from === firstDay) return null;
  const first = Temporal.PlainDate.from(from);
  const today = Temporal.Instant.fromEpochMilliseconds(clock.now.getTime())
    .toZonedDateTimeISO(clock.timeZone)
    .toPlainDate();
  const last = to === null ? today : Temporal.PlainDate.from(to);
  if (Temporal.PlainDate.compare(first, last) > 0) return null;
  const soFar = asked.days ? soFars[asked.days] : undefined;
  const end = last.add({ days: 1 });
  const largestUnit = first.day === 1 && end.day === 1 ? "months" : "days";
  const before = first.subtract(soFar ?? first.until(end, { largestUnit }));
  if (Temporal.PlainDate.compare(before, firstDay) < 0) return null;
  const lastBefore = soFar ? last.subtract(soFar) : first.subtract({ days: 1 });
  return { from: before.toString(), to: lastBefore.toString() };
}

const soFars: Partial<Record<RelativeDays, Temporal.DurationLike>> = {
  "this-week": { days: 7 },
  "this-month": { months: 1 },
  "this-year": { years: 1 },
};

/** Minutes are kept of all calls of a key, not of those who answer yes or no. */
function hasMinutes(filter: RecordingFilter): boolean {
  return listTerms(filter).every(({ column }) => column === "calls");
}

type StatusRow = { period: number; status: string; calls: bigint; minutes: bigint };

async function readPeriods(periods: RecordingFilter[], zone: string): Promise<PeriodFigures[]> {
  const totals = periods.map((filter, index) => {
    const counted = buildTotals(filter, zone, {
      level: chooseLevel(listChosenFields(filter)),
      columns: Prisma.sql`status, calls, minutes`,
      periods: buildPeriods(filter),
      choice: buildChoice(filter),
    });
    return Prisma.sql`
      SELECT ${index}::int AS period, status, sum(calls)::bigint AS calls,
        sum(minutes)::bigint AS minutes
      FROM (${counted}) AS counted GROUP BY status HAVING sum(calls) <> 0`;
  });
  const rows = await db().$queryRaw<StatusRow[]>(Prisma.join(totals, " UNION ALL "));
  return periods.map((_, index) => ({
    isTooMany: false,
    statuses: rows.filter(({ period }) => period === index).map(toStatusFigures),
  }));
}

async function countPeriod(
  filter: RecordingFilter,
  timeZone: string,
  { signal, budget }: { signal: AbortSignal | undefined; budget: CountBudget },
): Promise<PeriodFigures> {
  const sums = Prisma.sql`0 AS period, status, count(*) AS calls,
    coalesce(sum(minutes_used), 0)::bigint AS minutes`;
  if (await mayScan(filter, timeZone, budget)) {
    const rows = await queryWith<StatusRow>(
      Prisma.sql`
        SELECT ${sums} FROM recording WHERE ${buildWhere(filter, { timeZone })} GROUP BY status`,
      { signal },
    );
    return { isTooMany: false, statuses: rows.map(toStatusFigures) };
  }
  const build = (found: Prisma.Sql) => Prisma.sql`
    SELECT ${sums} FROM (${found} LIMIT ${budget.found + 1}) AS recording GROUP BY status`;
  const rows = await readFound<StatusRow>(filter, timeZone, build, signal);
  const calls = rows.reduce((sum, row) => sum + Number(row.calls), 0);
  if (calls > budget.found) return { isTooMany: true, statuses: [] };
  return { isTooMany: false, statuses: rows.map(toStatusFigures) };
}

function toStatusFigures({ status, calls, minutes }: StatusRow) {
  return { status, calls: Number(calls), minutes: Number(minutes) };
}
