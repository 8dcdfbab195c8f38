import "server-only";
import { db, queryWith } from "@/lib/platform/database/db";
import { endOfUnit, startOfUnit } from "@/lib/settings/timeline-units";
import { Prisma } from "@/prisma/client/client";
import { emptyFilter, type FlagField, flagFields, type RecordingFilter } from "../filter/filter";
import { buildConditions, buildDays, buildWhere, flagColumns, valueColumns } from "../sql/where";
import {
  buildChoice,
  buildFitting,
  buildPeriods,
  buildTotals,
  chooseLevel,
  type KeptField,
  keptFields,
  listChosenFields,
  queryTotals,
  toPlainDay,
} from "./totals-sql";

/** About how many calls match, as PostgreSQL expects it; it reads none of them. */
export async function estimateCalls(filter: RecordingFilter, timeZone: string): Promise<number> {
  const [row] = await db().$queryRaw<{ "QUERY PLAN": Plan }[]>(
    Prisma.sql`EXPLAIN (FORMAT JSON) SELECT FROM recording WHERE ${buildWhere(filter, { timeZone })}`,
  );
  return row?.["QUERY PLAN"][0]?.Plan["Plan Rows"] ?? 0;
}

type Plan = { Plan: { "Plan Rows": number } }[];

const facets = [...keptFields, ...flagFields];
export type Facet = KeptField | FlagField;

export type Group = Record<KeptField, string | null> &
  Record<FlagField, boolean | null> & {
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

/** The calls of a day and status, and their minutes. */
export type DayCount = { day: string; status: string; calls: number; minutes: bigint };

/** Those of a query, in the order of days and statuses. */
export function buildDayCounts(found: Prisma.Sql, timeZone: string): Prisma.Sql {
  const day = toPlainDay(Prisma.sql`created_at AT TIME ZONE ${timeZone}`);
  return Prisma.sql`
    SELECT day::text AS day, status, count(*)::int AS calls,
      coalesce(sum(minutes_used), 0)::bigint AS minutes
    FROM (SELECT ${day} AS day, status, minutes_used FROM (${found}) AS recording) AS dated
    GROUP BY 1, 2 ORDER BY 1, 2`;
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
  return facets.flatMap((facet) => {
    const conditions = buildConditions({ ...emptyFilter, [facet]: filter[facet] });
    if (conditions.length === 0) return [];
    return [{ facet, isMissed: Prisma.sql`(${Prisma.join(conditions, " AND ")}) IS NOT TRUE` }];
  });
}

export function withoutFacets(filter: RecordingFilter): RecordingFilter {
  const open = facets.map((facet) => [facet, emptyFilter[facet]]);
  return { ...filter, ...Object.fromEntries(open) };
}

/** Null is the number of the calls that were looked at. */
export type MarkRow = { mark: string | null; count: number };

/** How many calls of a filter's days have each mark; of more than `most`, one more than that. */
export function countMarkedOn(
  marks: string[],
  filter: RecordingFilter,
  { timeZone, most, signal }: MarkCount,
): Promise<MarkRow[]> {
  const days = and(buildDays(filter, timeZone));
  const counts = marks.map(
    (mark) => Prisma.sql`
      SELECT ${mark}::text AS mark, count(*)::int AS count FROM (
        SELECT FROM call_mark WHERE mark = ${mark} ${days} LIMIT ${most + 1}) AS marked`,
  );
  return queryWith(Prisma.join(counts, " UNION ALL "), { signal });
}

type MarkCount = { timeZone: string; most: number; signal: AbortSignal | undefined };

/** Of the calls that fit the rest of a filter, how many have each mark, found by the marks' index. */
export function countFitting(
  marks: string[],
  filter: RecordingFilter,
  timeZone: string,
  signal?: AbortSignal,
): Promise<MarkRow[]> {
  const marked = Prisma.sql`
    SELECT * FROM recording
    WHERE id = ANY(ARRAY(SELECT recording_id FROM call_mark
        WHERE mark = ANY(${marks}) ${and(buildDays(filter, timeZone))}))
      AND ${buildWhere(filter, { timeZone }, "each")}`;
  return queryWith(buildMarkCounts(marked, marks), { signal });
}

/** The same of a query. */
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

type StatusRow = { period: number; status: string; calls: bigint; minutes: bigint };

/** The calls of each of these filters, by its place, and status, and their minutes, from a zone's totals. */
export function sumByStatus(filters: RecordingFilter[], zone: string): Promise<StatusRow[]> {
  const totals = filters.map((filter, index) => {
    const counted = buildTotals(filter, zone, {
      level: chooseLevel(listChosenFields(filter)),
      columns: Prisma.sql`status, ${buildFitting(filter)} AS calls, minutes`,
      periods: buildPeriods(filter),
      choice: buildChoice(filter),
    });
    return Prisma.sql`
      SELECT ${index}::int AS period, status, sum(calls)::bigint AS calls,
        sum(minutes)::bigint AS minutes
      FROM (${counted}) AS counted GROUP BY status HAVING sum(calls) <> 0`;
  });
  return queryTotals(Prisma.join(totals, " UNION ALL "));
}

/** All calls by the first day of their week, from a zone's totals: of the weeks that days lie in. */
export function sumWeeks(days: Days, zone: string): Promise<{ week: string; calls: number }[]> {
  const [from, to] = [
    days.from && startOfUnit(days.from, "week"),
    days.to && endOfUnit(days.to, "week"),
  ];
  const counted = buildTotals({ from, to }, zone, {
    level: chooseLevel([]),
    columns: Prisma.sql`day, calls`,
    periods: buildPeriods({ from, to }, ["week"]),
  });
  return queryTotals(Prisma.sql`
    SELECT date_trunc('week', ${toPlainDay(Prisma.sql`day`)}::timestamp)::date::text AS week, sum(calls)::int AS calls
    FROM (SELECT day, sum(calls) AS calls FROM (${counted}) AS counted GROUP BY 1) AS days GROUP BY 1`);
}

/** The calls of a filter by status, and their minutes, by reading all of them. */
export function readFigures(
  filter: RecordingFilter,
  timeZone: string,
  signal?: AbortSignal,
): Promise<StatusRow[]> {
  const where = buildWhere(filter, { timeZone });
  const query = Prisma.sql`
    SELECT 0 AS period, status, count(*) AS calls, coalesce(sum(minutes_used), 0)::bigint AS minutes
    FROM recording WHERE ${where} GROUP BY status`;
  return queryWith(query, { signal });
}

export type Days = Pick<RecordingFilter, "from" | "to">;

/** Calls and minutes by campaign ('' is none) and status, from a zone's totals. */
export function buildKeptCampaigns(days: Days, zone: string): Prisma.Sql {
  return buildTotals(days, zone, {
    level: "campaign",
    columns: Prisma.sql`campaign, status, calls, minutes`,
    periods: buildPeriods(days),
  });
}

/** The same by reading all of the calls. */
export function buildScannedCampaigns({ from, to }: Days, timeZone: string): Prisma.Sql {
  return Prisma.sql`
    SELECT coalesce(campaign, '') AS campaign, status, count(*) AS calls,
      coalesce(sum(minutes_used), 0) AS minutes
    FROM recording WHERE ${buildWhere({ ...emptyFilter, from, to }, { timeZone })} GROUP BY 1, 2`;
}

/**
 * The values of a field by their calls in a zone's kept totals, the most first: so many, and beside
 * them those of `also`. With how many values there are in all.
 */
export function rankValues(
  field: "status" | "campaign",
  zone: string,
  { most, also }: { most: number; also: string[] },
): Promise<{ value: string; calls: bigint; total: bigint }[]> {
  const totals = buildTotals({ from: null, to: null }, zone, {
    level: "campaign",
    columns: Prisma.sql`${valueColumns[field]} AS value, calls`,
    periods: Prisma.sql`period = 'year'`,
  });
  return db().$queryRaw`
    WITH counted AS (${totals}), ranked AS (
      SELECT value, sum(calls)::bigint AS calls, count(*) OVER () AS total,
             row_number() OVER (ORDER BY sum(calls) DESC, value) AS place
      FROM counted WHERE value <> '' GROUP BY value HAVING sum(calls) > 0
    )
    SELECT value, calls, total FROM ranked
    WHERE place <= ${most} OR value = ANY(${also}::text[])
    ORDER BY place`;
}
