import "server-only";
import { db, queryWith } from "@/lib/platform/database/db";
import { startOfUnit, type TimelineUnit } from "@/lib/settings/timeline-units";
import { Prisma } from "@/prisma/client/client";
import { emptyFilter, type RecordingFilter } from "../filter/filter";
import { oneByOne } from "../query/rows-sql";
import { asksOtherTables, buildDays, buildMarks, buildWhere, withoutMarks } from "../sql/where";
import type { EvenSlice, Slice } from "./lay-out-sample";
import type { TotalPeriod } from "./total-periods";
import {
  buildChoice,
  buildFitting,
  buildPeriods,
  buildTotals,
  chooseLevel,
  listChosenFields,
  queryTotals,
  toPlainDay,
} from "./totals-sql";

/** The first and the last day that a timeline spans. */
export type Span = { from: string; to: string };

/** How many calls a year has. */
export type YearCount = { year: number; calls: number };

/** The years of the first and the last call of all, as if each had one. */
export function readEndYears(zone: string): Promise<YearCount[]> {
  return db().$queryRaw<YearCount[]>`
    SELECT DISTINCT ${toYearSql(Prisma.sql`(created_at AT TIME ZONE ${zone})`)} AS year, 1 AS calls
    FROM (SELECT min(created_at) AS created_at FROM recording
          UNION ALL SELECT max(created_at) FROM recording) AS ends ORDER BY 1`;
}

/** All calls by year, by reading them. */
export function countYears(zone: string): Promise<YearCount[]> {
  return db().$queryRaw<YearCount[]>`
    SELECT ${toYearSql(Prisma.sql`(created_at AT TIME ZONE ${zone})`)} AS year, count(*)::int AS calls
    FROM recording GROUP BY 1 ORDER BY 1`;
}

/** The same from the totals that are kept of a zone. */
export function sumYears(kept: string): Promise<YearCount[]> {
  const totals = buildTotals({ from: null, to: null }, kept, {
    level: chooseLevel([]),
    columns: Prisma.sql`day, calls`,
    periods: Prisma.sql`period = 'year'`,
  });
  return db().$queryRaw<YearCount[]>`
    SELECT ${toYearSql(Prisma.sql`day`)} AS year, sum(calls)::int AS calls
    FROM (SELECT day, sum(calls) AS calls FROM (${totals}) AS counted GROUP BY 1) AS days
    GROUP BY 1 ORDER BY 1`;
}

function toYearSql(day: Prisma.Sql): Prisma.Sql {
  return Prisma.sql`extract(year FROM ${toPlainDay(day)})::int`;
}

/** The days of the first and the last call of these years, both ends included. */
export async function readEnds(
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

export type Bars = Span & { unit: TimelineUnit };

/** The calls of one bar and status; beside the bars, of all units from a first to a last one. */
export type Count = {
  side: "earlier" | "within" | "later";
  first: string;
  last: string;
  status: string;
  count: number;
};

/**
 * The bars of a filter from the totals of a zone. Weeks, months and years are kept as such, and made of
 * days where the filter cuts them.
 * @param days of all its days these alone
 */
export function readTotalBars(
  filter: RecordingFilter,
  bars: Bars,
  zone: string,
  days?: readonly string[],
): Promise<Count[]> {
  const period = periodOf[bars.unit];
  const totals = buildTotals(filter, zone, {
    level: chooseLevel(listChosenFields(filter)),
    columns: Prisma.sql`day, status, ${buildFitting(filter)} AS calls`,
    periods: days
      ? Prisma.sql`period = 'day' AND starts_on = ANY(${days}::date[])`
      : buildPeriods(filter, period === "day" ? ["day"] : [period, "day"]),
    choice: days
      ? Prisma.sql`${buildChoice(filter)} AND day = ANY(${days}::date[])`
      : buildChoice(filter),
  });
  return queryTotals(addUpBars(bars, totals));
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

/** The same by reading all calls of the filter. */
export function readBars(
  filter: RecordingFilter,
  bars: Bars,
  timeZone: string,
  signal?: AbortSignal,
): Promise<Count[]> {
  const where = buildWhere(filter, { timeZone });
  const query = buildBars(bars, Prisma.sql`SELECT * FROM recording WHERE ${where}`, timeZone);
  return queryWith(query, { signal });
}

/** The same of a query. */
export function buildBars(bars: Bars, found: Prisma.Sql, timeZone: string): Prisma.Sql {
  return addUpBars(
    bars,
    Prisma.sql`
    SELECT (created_at AT TIME ZONE ${timeZone})::date AS day, status, count(*) AS calls
    FROM (${found}) AS recording GROUP BY 1, 2`,
  );
}

/** Of the calls of the slices of a part, by status, how many were read, how many of these are kept, and fit. */
export type SampleRow = {
  part: number;
  status: string;
  read: number;
  looked: number;
  found: number;
};

type Sample = {
  kept: RecordingFilter;
  rest: RecordingFilter;
  timeZone: string;
  most: number;
  signal: AbortSignal | undefined;
};

/** Reads the calls of slices, up to so many, in the order of their time; and looks at each of them alone. */
export function sampleSlices(slices: Slice[], sample: Sample): Promise<SampleRow[]> {
  return asksOtherTables(sample.rest)
    ? lookAt(besideOthers(callsOf(slices, sample.most, callKey)), partOf(slices), sample)
    : lookAt(Prisma.sql`(${callsOf(slices, sample.most)}) AS recording`, Prisma.sql`part`, sample);
}

/** The same of each so many'th call of slices that are apart; all of them are gone through by an index. */
export function sampleEvenly(slices: EvenSlice[], sample: Sample): Promise<SampleRow[]> {
  if (slices.length === 0) return Promise.resolve([]);
  const keys = slices.map(
    ({ fromSecond, toSecond, every }) => Prisma.sql`
      SELECT ${callKey} FROM (
        SELECT ${callKey}, row_number() OVER (ORDER BY ${callKey}) AS place FROM recording
        WHERE created_at >= ${toInstant(fromSecond)}::timestamptz
          AND created_at < ${toInstant(toSecond)}::timestamptz
      ) AS placed WHERE place % ${every} = ${every}::int / 2`,
  );
  return lookAt(besideOthers(Prisma.join(keys, " UNION ALL ")), partOf(slices), sample);
}

const callKey = Prisma.sql`created_at, id`;

/** @param calls what calls are read from, with the expression of the part that each lies in */
function lookAt(
  calls: Prisma.Sql,
  part: Prisma.Sql,
  { kept, rest, timeZone, signal }: Sample,
): Promise<SampleRow[]> {
  const marks = buildMarks(rest, { isInOrder: true });
  const fits = Prisma.join(
    [buildWhere(withoutMarks(rest), { timeZone }, "each"), ...marks],
    " AND ",
  );
  const isKept = buildWhere({ ...kept, from: null, to: null }, { timeZone });
  const query = Prisma.sql`
    SELECT part, status, count(*)::int AS read, count(*) FILTER (WHERE is_kept)::int AS looked,
      count(*) FILTER (WHERE is_kept AND fits)::int AS found
    FROM (
      SELECT ${part} AS part, status, (${isKept}) AS is_kept,
        CASE WHEN ${isKept} THEN (${fits}) END AS fits
      FROM ${calls}
    ) AS sampled
    GROUP BY part, status`;
  return queryWith(query, { settings: oneByOne, signal });
}

function callsOf(
  slices: Slice[],
  most: number,
  columns = Prisma.sql`slice.part, recording.*`,
): Prisma.Sql {
  return Prisma.sql`
    SELECT ${columns}
    FROM unnest(${slices.map(({ part }) => part)}::int[],
        ${slices.map(({ fromSecond }) => toInstant(fromSecond))}::timestamptz[],
        ${slices.map(({ toSecond }) => toInstant(toSecond))}::timestamptz[]
      ) AS slice (part, from_at, to_at)
      JOIN recording ON created_at >= from_at AND created_at < to_at
    LIMIT ${most}`;
}

/** A sharded database asks other tables for calls alone, not for those of a limited query. */
function besideOthers(keys: Prisma.Sql): Prisma.Sql {
  return Prisma.sql`recording WHERE (created_at, id) IN (${keys})`;
}

/** The part of the slice that a call lies in. */
function partOf(slices: Slice[]): Prisma.Sql {
  const inOrder = slices.toSorted((one, other) => one.fromSecond - other.fromSecond);
  return Prisma.sql`(${inOrder.map(({ part }) => part)}::int[])[width_bucket(created_at,
    ${inOrder.map(({ fromSecond }) => toInstant(fromSecond))}::timestamptz[])]`;
}

/** What lies in no year that is written with four digits has no calls but in the first and the last of all. */
function toInstant(second: number): string {
  if (second < firstYear) return "-infinity";
  return second > lastYear ? "infinity" : new Date(Math.round(second * 1_000)).toISOString();
}

const firstYear = Date.parse("0001-01-01T00:00:00Z") / 1_000;
const lastYear = Date.parse("9999-12-31T23:59:59Z") / 1_000;

/**
 * Each step adds up what the next one looks at: PostgreSQL works an expression out as often as it is
 * named, for each row.
 * @param calls rows of a `day`, a `status` and a number of `calls`
 */
function addUpBars({ unit, from, to }: Bars, calls: Prisma.Sql): Prisma.Sql {
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
