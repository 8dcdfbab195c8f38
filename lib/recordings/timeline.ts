import "server-only";
import { budgets } from "@/lib/platform/budgets";
import { db } from "@/lib/platform/db";
import { queryWith } from "@/lib/platform/query-with";
import { firstDay, lastDay } from "@/lib/settings/calendar-day";
import { Prisma } from "@/prisma/client/client";
import { buildDays, buildWhere } from "./build-where";
import { emptyFilter, type RecordingFilter } from "./filter";
import { mayScan } from "./find/estimate-calls";
import { readFound } from "./find/read-found";
import { findMainYears, type YearCount } from "./find-main-years";
import type { CountOptions } from "./scan-facets";
import { chooseUnit, endOfUnit, startOfUnit, type TimelineUnit } from "./timeline-units";
import {
  buildChoice,
  buildFitting,
  buildPeriods,
  chooseLevel,
  isKept,
  listChosenFields,
  type TotalPeriod,
} from "./totals/build-totals-where";
import { buildTotals, findKeptZone } from "./totals/read-totals";
import type { OutliersView, TimelineView } from "./views";

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
    isKept(filter) && kept === zone
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

type Span = { from: string; to: string };
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
  const year = (day: Prisma.Sql) => Prisma.sql`extract(year FROM ${toPlainDay(day)})::int`;
  if (!kept && !(await mayScan(emptyFilter, zone, budgets.counts))) {
    return db().$queryRaw<YearCount[]>`
      SELECT DISTINCT ${year(Prisma.sql`(created_at AT TIME ZONE ${zone})`)} AS year, 1 AS calls
      FROM (SELECT min(created_at) AS created_at FROM recording
            UNION ALL SELECT max(created_at) FROM recording) AS ends ORDER BY 1`;
  }
  if (!kept) {
    return db().$queryRaw<YearCount[]>`
      SELECT ${year(Prisma.sql`(created_at AT TIME ZONE ${zone})`)} AS year, count(*)::int AS calls
      FROM recording GROUP BY 1 ORDER BY 1`;
  }
  const totals = buildTotals({ from: null, to: null }, kept, {
    level: chooseLevel([]),
    columns: Prisma.sql`day, calls`,
    periods: Prisma.sql`period = 'year'`,
  });
  return db().$queryRaw<YearCount[]>`
    SELECT ${year(Prisma.sql`day`)} AS year, sum(calls)::int AS calls
    FROM (SELECT day, sum(calls) AS calls FROM (${totals}) AS counted GROUP BY 1) AS days
    GROUP BY 1 ORDER BY 1`;
}

/** The days of the first and the last call of these years, both ends included. */
async function readEnds(
  main: { first: number; last: number },
  { from, to }: Pick<RecordingFilter, "from" | "to">,
  zone: string,
): Promise<Span | null> {
  // A year more at either end: other zones have other years, and the next calls are farther off.
  const [first, last] = [toYear(main.first - 1), toYear(main.last + 1)];
  const days = {
    ...emptyFilter,
    from: from && from > `${first}-01-01` ? from : `${first}-01-01`,
    to: to && to < `${last}-12-31` ? to : `${last}-12-31`,
  };
  const within = Prisma.join([Prisma.sql`true`, ...buildDays(days, zone)], " AND ");
  const day = (instant: Prisma.Sql) =>
    Prisma.sql`${toPlainDay(Prisma.sql`(${instant} AT TIME ZONE ${zone})`)}::text`;
  const [ends] = await db().$queryRaw<{ from: string | null; to: string | null }[]>`
    SELECT ${day(Prisma.sql`min(created_at)`)} AS "from", ${day(Prisma.sql`max(created_at)`)} AS "to"
    FROM recording WHERE ${within}`;
  return ends?.from && ends.to ? { from: ends.from, to: ends.to } : null;
}

function toYear(year: number): string {
  return String(Math.min(Math.max(year, 1), 9_999)).padStart(4, "0");
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
  return db().$queryRaw<Count[]>(countBars(bars, totals));
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
        FROM (${found} LIMIT ${most + 1}) AS recording GROUP BY 1, 2`,
    );
  const counts = await readFound<Count>(filter, timeZone, build, signal);
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

/** In some zones the first and the last calls of all lie in the year before or after. */
function toPlainDay(day: Prisma.Sql): Prisma.Sql {
  return Prisma.sql`least(greatest((${day})::date, ${firstDay}::date), ${lastDay}::date)`;
}
