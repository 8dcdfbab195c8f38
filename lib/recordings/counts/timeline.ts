import "server-only";
import { queryWith } from "@/lib/platform/database/db";
import { budgets } from "@/lib/platform/settings/budgets";
import { Prisma } from "@/prisma/client/client";
import type { RecordingFilter } from "../filter/filter";
import { readFound } from "../query/find-rows";
import { buildWhere } from "../sql/where";
import type { OutliersView, TimelineUnit, TimelineView } from "../views/views";
import {
  buildChoice,
  buildFitting,
  buildPeriods,
  canUseTotals,
  chooseLevel,
  listChosenFields,
  type TotalPeriod,
} from "./build-totals-where";
import { mayScan } from "./estimate-calls";
import type { CountOptions } from "./facets";
import { buildTotals, findKeptZone, queryTotals } from "./read-totals";
import { readSpan, type Span, toPlainDay } from "./timeline-span";
import { chooseUnit, endOfUnit, startOfUnit } from "./timeline-units";

/**
 * The calls of a filter by status, and by a unit of a zone's time in which they are few bars. Without
 * days in the filter it spans all calls but those of another age, which are counted apart. Exact, but
 * of more calls than the budget. Null: there is nothing to span.
 */
export async function countTimeline(
  filter: RecordingFilter,
  zone: string,
  { signal, budget = budgets.counts }: CountOptions = {},
): Promise<TimelineView | null> {
  const kept = await findKeptZone(zone);
  const span = await readSpan(filter, zone, kept);
  if (!span) return null;
  const bars = { ...span, unit: chooseUnit(span.from, span.to) };
  const counts =
    canUseTotals(filter) && kept === zone
      ? await readCounts(filter, bars, zone)
      : (await mayScan(filter, zone, budget))
        ? await scanCounts(filter, bars, zone, signal)
        : await findCounts(filter, bars, zone, budget.found, signal);
  const told = counts === "too-many" ? [] : counts;
  return {
    ...bars,
    isTooMany: counts === "too-many",
    counts: told.flatMap(({ side, first, status, count }) =>
      side === "within" ? [{ startsOn: first, status, count }] : [],
    ),
    earlier: toOutliers(told, "earlier", filter, bars.unit),
    later: toOutliers(told, "later", filter, bars.unit),
  };
}

type Bars = Span & { unit: TimelineUnit };

/** The calls of one bar and status; beside the bars, of all units from a first to a last one. */
type Count = {
  side: "earlier" | "within" | "later";
  first: string;
  last: string;
  status: string;
  count: number;
};

function toOutliers(
  counts: Count[],
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
    count: own.reduce((sum, { count }) => sum + count, 0),
    from: from && from > first ? from : first,
    to: to && to < end ? to : end,
  };
}

/** Weeks, months and years are kept as such, and made of days where the filter cuts them. */
function readCounts(filter: RecordingFilter, bars: Bars, zone: string): Promise<Count[]> {
  const period = periodOf[bars.unit];
  const totals = buildTotals(filter, zone, {
    level: chooseLevel(listChosenFields(filter)),
    columns: Prisma.sql`day, status, ${buildFitting(filter)} AS calls`,
    periods: buildPeriods(filter, period === "day" ? ["day"] : [period, "day"]),
    choice: buildChoice(filter),
  });
  return queryTotals<Count>(countBars(bars, totals));
}

/** What the totals have of a unit's length. */
const periodOf: Record<TimelineUnit, TotalPeriod> = {
  day: "day",
  week: "week",
  month: "month",
  quarter: "month",
  year: "year",
  decade: "year",
  century: "year",
};

function scanCounts(
  filter: RecordingFilter,
  bars: Bars,
  timeZone: string,
  signal?: AbortSignal,
): Promise<Count[]> {
  const calls = Prisma.sql`
    SELECT (created_at AT TIME ZONE ${timeZone})::date AS day, status, count(*) AS calls
    FROM recording WHERE ${buildWhere(filter, { timeZone })} GROUP BY 1, 2`;
  return queryWith(countBars(bars, calls), { signal });
}

async function findCounts(
  filter: RecordingFilter,
  bars: Bars,
  timeZone: string,
  most: number,
  signal?: AbortSignal,
): Promise<Count[] | "too-many"> {
  const build = (found: Prisma.Sql) =>
    countBars(
      bars,
      Prisma.sql`
        SELECT (created_at AT TIME ZONE ${timeZone})::date AS day, status, count(*) AS calls
        FROM (${found}) AS recording GROUP BY 1, 2`,
    );
  const counts = await readFound<Count>(filter, timeZone, most + 1, build, signal);
  const total = counts.reduce((sum, { count }) => sum + count, 0);
  return total > most ? "too-many" : counts;
}

/**
 * Each step adds up what the next one looks at: PostgreSQL works an expression out as often as it is
 * named, for each row.
 * @param calls rows of a `day`, a `status` and a number of `calls`
 */
function countBars({ unit, from, to }: Bars, calls: Prisma.Sql): Prisma.Sql {
  return Prisma.sql`
    SELECT side, min(starts_on)::text AS first, max(starts_on)::text AS last, status,
           sum(calls)::int AS count
    FROM (
      SELECT starts_on, status, calls,
        CASE WHEN starts_on < ${startOfUnit(from, unit)}::date THEN 'earlier'
             WHEN starts_on > ${to}::date THEN 'later' ELSE 'within' END AS side
      FROM (
        SELECT ${toUnit(unit)} AS starts_on, status, sum(calls)::bigint AS calls
        FROM (SELECT day, status, sum(calls)::bigint AS calls FROM (${calls}) AS call GROUP BY 1, 2)
          AS day
        GROUP BY 1, 2
      ) AS placed
    ) AS sided
    GROUP BY side, CASE WHEN side = 'within' THEN starts_on END, status
    HAVING sum(calls) <> 0 ORDER BY 1, 2, 4`;
}

/** The first day of the unit of a `day`, as `startOfUnit` gives it; weeks begin on Monday. */
function toUnit(unit: TimelineUnit): Prisma.Sql {
  const day = toPlainDay(Prisma.sql`day`);
  if (unit !== "decade" && unit !== "century") {
    return Prisma.sql`date_trunc(${Prisma.raw(`'${unit}'`)}, ${day}::timestamp)::date`;
  }
  const years = unit === "decade" ? 10 : 100;
  return Prisma.sql`make_date(
    greatest(extract(year FROM ${day})::int / ${years}::int * ${years}::int, 1), 1, 1)`;
}
