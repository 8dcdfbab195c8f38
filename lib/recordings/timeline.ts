import "server-only";
import { Temporal } from "temporal-polyfill";
import { db } from "@/lib/platform/db";
import { queryWith } from "@/lib/platform/query-with";
import { Prisma } from "@/prisma/client/client";
import { buildWhere } from "./build-where";
import type { RecordingFilter } from "./filter";
import { readFound } from "./find/read-found";
import { mostFound } from "./scan-facets";
import { buildChoice, buildPeriods, isKept } from "./totals/build-totals-where";
import { buildChangedDays, isZoneKept } from "./totals/read-totals";
import type { TimelineUnit, TimelineView } from "./views";

/**
 * The calls of a filter by day, week or month of a zone, and by status. Without days in the filter
 * it spans all calls. Exact, but of a search that finds too many. Null: there is nothing to span.
 */
export async function countTimeline(
  filter: RecordingFilter,
  zone: string,
  signal?: AbortSignal,
): Promise<TimelineView | null> {
  const isFast = isKept(filter) && (await isZoneKept(zone));
  const span = await readSpan(filter, zone);
  if (!span) return null;
  const unit = chooseUnit(span.from, span.to);
  const count = isFast ? readCounts : filter.q.trim() === "" ? scanCounts : findCounts;
  const counts = await count(filter, unit, zone, signal);
  const isTooMany = counts === "too-many";
  return { unit, ...span, isTooMany, counts: isTooMany ? [] : counts };
}

type Span = { from: string; to: string };
type Count = TimelineView["counts"][number];

/** At most so many days are shown one by one, and so many as weeks. */
const most = { day: 92, week: 731 };

function chooseUnit(from: string, to: string): TimelineUnit {
  const days = Temporal.PlainDate.from(from).until(to).days + 1;
  return days <= most.day ? "day" : days <= most.week ? "week" : "month";
}

/** The filter's own days; where one end is open, that of all calls there are, two weeks at least. */
async function readSpan({ from, to }: RecordingFilter, zone: string): Promise<Span | null> {
  if (from && to) return from <= to ? { from, to } : null;
  const [all] = await db().$queryRaw<{ first: string | null; last: string | null }[]>`
    SELECT (min(created_at) AT TIME ZONE ${zone})::date::text AS first,
           (max(created_at) AT TIME ZONE ${zone})::date::text AS last
    FROM recording`;
  const [first, last] = [from ?? all?.first, to ?? all?.last];
  if (!isPlainDay(first) || !isPlainDay(last) || first > last) return null;
  const twoWeeks = Temporal.PlainDate.from(last).subtract({ days: 13 }).toString();
  return { from: from === null && twoWeeks < first ? twoWeeks : first, to: last };
}

/** Beyond these years a timeline shows nothing. */
function isPlainDay(day: string | null | undefined): day is string {
  return /^\d{4}-\d\d-\d\d$/.test(day ?? "");
}

/** Weeks and months are kept as such, and made of days where the filter cuts them. */
function readCounts(filter: RecordingFilter, unit: TimelineUnit, zone: string): Promise<Count[]> {
  const choice = buildChoice(filter);
  const periods = buildPeriods(filter, unit === "day" ? ["day"] : [unit, "day"]);
  return db().$queryRaw<Count[]>`
    SELECT ${toUnit(unit, Prisma.sql`day`)} AS "startsOn", status, sum(calls)::int AS count
    FROM (
      SELECT starts_on AS day, status, calls FROM recording_total
      WHERE zone = ${zone} AND ${periods} AND ${choice}
      UNION ALL
      SELECT day, status, calls FROM recording_total_change
      WHERE zone = ${zone} AND ${buildChangedDays(filter)} AND ${choice}
    ) AS counted
    GROUP BY 1, 2 HAVING sum(calls) <> 0 ORDER BY 1, 2`;
}

function scanCounts(
  filter: RecordingFilter,
  unit: TimelineUnit,
  timeZone: string,
  signal?: AbortSignal,
): Promise<Count[]> {
  const day = Prisma.sql`(created_at AT TIME ZONE ${timeZone})`;
  const query = Prisma.sql`
    SELECT ${toUnit(unit, day)} AS "startsOn", status, count(*)::int AS count
    FROM recording WHERE ${buildWhere(filter, { timeZone })}
    GROUP BY 1, 2 ORDER BY 1, 2`;
  return queryWith(query, { signal });
}

async function findCounts(
  filter: RecordingFilter,
  unit: TimelineUnit,
  timeZone: string,
  signal?: AbortSignal,
): Promise<Count[] | "too-many"> {
  const day = Prisma.sql`(created_at AT TIME ZONE ${timeZone})`;
  const build = (found: Prisma.Sql) => Prisma.sql`
    SELECT ${toUnit(unit, day)} AS "startsOn", status, count(*)::int AS count
    FROM (${found} LIMIT ${mostFound + 1}) AS recording
    GROUP BY 1, 2 ORDER BY 1, 2`;
  const counts = await readFound<Count>(filter, timeZone, build, signal);
  const total = counts.reduce((sum, { count }) => sum + count, 0);
  return total > mostFound ? "too-many" : counts;
}

/** Weeks begin on Monday. */
function toUnit(unit: TimelineUnit, day: Prisma.Sql): Prisma.Sql {
  return Prisma.sql`date_trunc(${Prisma.raw(`'${unit}'`)}, ${day}::timestamp)::date::text`;
}
