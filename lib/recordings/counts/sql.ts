import "server-only";
import { db, queryWith } from "@/lib/platform/database/db";
import { firstDay, lastDay } from "@/lib/settings/calendar-day";
import { Prisma } from "@/prisma/client/client";
import { emptyFilter, type RecordingFilter } from "../filter/filter";
import { buildConditions, buildDays, buildWhere, flagColumns } from "../sql/where";
import type { TimelineUnit } from "../views/views";
import { startOfUnit } from "./timeline-units";

/** About how many calls match, as PostgreSQL expects it; it reads none of them. */
export async function estimateCalls(filter: RecordingFilter, timeZone: string): Promise<number> {
  const [row] = await db().$queryRaw<{ "QUERY PLAN": Plan }[]>(
    Prisma.sql`EXPLAIN (FORMAT JSON) SELECT FROM recording WHERE ${buildWhere(filter, { timeZone })}`,
  );
  return row?.["QUERY PLAN"][0]?.Plan["Plan Rows"] ?? 0;
}

type Plan = { Plan: { "Plan Rows": number } }[];

export const valueFacets = ["status", "campaign", "gender", "type"] as const;
export const flagFacets = ["transcript", "confirmed", "phoneOk", "incomplete"] as const;
export type Facet = (typeof valueFacets)[number] | (typeof flagFacets)[number];

export type Group = Record<(typeof valueFacets)[number], string | null> &
  Record<(typeof flagFacets)[number], boolean | null> & {
    calls: bigint;
    /** The facets whose choice these calls don't fit. */
    misses: Facet[];
  };

/** All calls that fit the rest of a filter, but for those that miss two choices, which are counted nowhere. */
export function groupAll(
  filter: RecordingFilter,
  timeZone: string,
  signal?: AbortSignal,
): Promise<Group[]> {
  const misses = listMisses(filter);
  const isCounted =
    misses.length < 2
      ? Prisma.sql`true`
      : Prisma.sql`${Prisma.join(
          misses.map(({ isMissed }) => Prisma.sql`(${isMissed})::int`),
          " + ",
        )} < 2`;
  const query = Prisma.sql`
    SELECT ${buildGroup(filter)} FROM recording
    WHERE ${buildWhere(withoutFacets(filter), { timeZone })} AND ${isCounted}
    GROUP BY 1, 2, 3, 4, 5, 6, 7, 8, 9`;
  return queryWith(query, { signal });
}

/** Groups of equal calls, among those of a query, with the facets' choices that they miss. */
export function buildGroups(filter: RecordingFilter, found: Prisma.Sql): Prisma.Sql {
  return Prisma.sql`
    SELECT ${buildGroup(filter)} FROM (${found}) AS recording
    GROUP BY 1, 2, 3, 4, 5, 6, 7, 8, 9`;
}

export function buildCount(found: Prisma.Sql): Prisma.Sql {
  return Prisma.sql`SELECT count(*)::int AS count FROM (${found}) AS recording`;
}

function buildGroup(filter: RecordingFilter): Prisma.Sql {
  const missed = listMisses(filter).map(
    ({ facet, isMissed }) => Prisma.sql`CASE WHEN ${isMissed} THEN ${facet} END`,
  );
  const misses =
    missed.length > 0
      ? Prisma.sql`array_remove(ARRAY[${Prisma.join(missed)}]::text[], NULL)`
      : Prisma.sql`'{}'::text[]`;
  return Prisma.sql`status, campaign, customer_gender AS gender, customer_type AS type,
    ${flagColumns.transcript} AS transcript, ${flagColumns.confirmed} AS confirmed,
    ${flagColumns.phoneOk} AS "phoneOk", ${flagColumns.incomplete} AS incomplete,
    ${misses} AS misses, count(*) AS calls`;
}

export function listMisses(filter: RecordingFilter): { facet: Facet; isMissed: Prisma.Sql }[] {
  return [...valueFacets, ...flagFacets].flatMap((facet) => {
    const conditions = buildConditions({ ...emptyFilter, [facet]: filter[facet] });
    if (conditions.length === 0) return [];
    return [{ facet, isMissed: Prisma.sql`(${Prisma.join(conditions, " AND ")}) IS NOT TRUE` }];
  });
}

export function withoutFacets(filter: RecordingFilter): RecordingFilter {
  const open = [...valueFacets, ...flagFacets].map((facet) => [facet, emptyFilter[facet]]);
  return { ...filter, ...Object.fromEntries(open) };
}

/** Null is the number of the calls that were looked at. */
export type MarkRow = { mark: string | null; count: number };

/** How many calls of these days have a mark; of more than `most`, one more than that. */
export function buildMarkCount(mark: string, days: Prisma.Sql[], most: number): Prisma.Sql {
  return Prisma.sql`
    SELECT ${mark}::text AS mark, count(*)::int AS count FROM (
      SELECT FROM call_mark WHERE mark = ${mark} ${and(days)} LIMIT ${most + 1}) AS marked`;
}

/** The calls of these marks that fit the rest of a filter, found by the marks' index. */
export function buildMarked(
  filter: RecordingFilter,
  timeZone: string,
  marks: readonly string[],
): Prisma.Sql {
  return Prisma.sql`
    SELECT * FROM recording
    WHERE id = ANY(ARRAY(SELECT recording_id FROM call_mark
        WHERE mark = ANY(${marks}) ${and(buildDays(filter, timeZone))}))
      AND ${buildWhere(filter, { timeZone }, "each")}`;
}

export function buildMarkCounts(found: Prisma.Sql, marks: string[]): Prisma.Sql {
  return Prisma.sql`
    WITH found AS MATERIALIZED (SELECT id FROM (${found}) AS recording)
    SELECT mark, count(*)::int AS count FROM found JOIN call_mark ON recording_id = found.id
    WHERE mark = ANY(${marks}) GROUP BY mark
    UNION ALL SELECT NULL, count(*)::int FROM found`;
}

function and(conditions: Prisma.Sql[]): Prisma.Sql {
  return conditions.length > 0 ? Prisma.sql`AND ${Prisma.join(conditions, " AND ")}` : Prisma.empty;
}

export type StatusRow = { period: number; status: string; calls: bigint; minutes: bigint };

/** The calls of a query by status, and their minutes. */
export function buildFigures(found: Prisma.Sql): Prisma.Sql {
  return Prisma.sql`
    SELECT 0 AS period, status, count(*) AS calls, coalesce(sum(minutes_used), 0)::bigint AS minutes
    FROM (${found}) AS recording GROUP BY status`;
}

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

/** The same of totals. @param totals rows of a `day` and a number of `calls` */
export function sumYears(totals: Prisma.Sql): Promise<YearCount[]> {
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

/** In some zones the first and the last calls of all lie in the year before or after. */
function toPlainDay(day: Prisma.Sql): Prisma.Sql {
  return Prisma.sql`least(greatest((${day})::date, ${firstDay}::date), ${lastDay}::date)`;
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

/** The calls of a query by day, in a zone, and status. */
export function buildDayCounts(found: Prisma.Sql, timeZone: string): Prisma.Sql {
  return Prisma.sql`
    SELECT (created_at AT TIME ZONE ${timeZone})::date AS day, status, count(*) AS calls
    FROM (${found}) AS recording GROUP BY 1, 2`;
}

/**
 * Each step adds up what the next one looks at: PostgreSQL works an expression out as often as it is
 * named, for each row.
 * @param calls rows of a `day`, a `status` and a number of `calls`
 */
export function countBars({ unit, from, to }: Bars, calls: Prisma.Sql): Prisma.Sql {
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
