import "server-only";
import type { Pool } from "pg";
import { toInstantSql } from "@/lib/list/list-sql";
import { db } from "@/lib/platform/database/db";
import {
  type Database,
  prismaOn,
  type Transaction,
  toList,
} from "@/lib/platform/database/transaction";
import { parseCursor } from "@/lib/recordings/filter/filter";
import { Prisma } from "@/prisma/client/client";
import { type ListeningPeriod, longestPauseMs, unsavedPeriods } from "./listening-period";
import { allCalls, writeSeries } from "./views";

/** The calls that are asked about. Null: from the beginning, until now, of every campaign. */
export type CoverageRange = {
  fromAt: Date | null;
  /** Not included. */
  toAt: Date | null;
  /** Null among them is "no campaign". */
  campaigns: (string | null)[] | null;
};

/** Gaps that touch its time; of silences, those of its campaigns. */
export type GapQuery = CoverageRange & {
  /** Where an earlier list ended. */
  after?: string | null;
  most: number;
  /** Up to when a pause lasts that is not over; null: nobody knows, so none is one. */
  now: Date | null;
  /** Leaves out times of not listening that were shorter and are over, and what somebody knows about. */
  noticed?: { leastSeconds: number; isKnownToo?: boolean };
};

export type GapRow = {
  series: string;
  from_at: Date;
  to_at: Date;
  is_ongoing: boolean;
  expected: number;
  was_stopped: boolean;
  acknowledged_at: Date | null;
  from_micros: bigint;
};

/** One more than asked for where there are more, the latest first. */
export async function findGaps({
  fromAt,
  toAt,
  campaigns,
  after,
  most,
  now,
  noticed,
}: GapQuery): Promise<GapRow[]> {
  const unsaved = unsavedPeriods();
  return db().$queryRaw<GapRow[]>`
    WITH period AS (
      SELECT started_at, last_beat_at FROM listening_period
      WHERE last_beat_at >= coalesce(
        (SELECT max(last_beat_at) FROM listening_period WHERE last_beat_at <= ${fromAt}::timestamptz),
        '-infinity')
      UNION ALL
      SELECT * FROM unnest(
        ${unsaved.map(({ startedAtMs }) => new Date(startedAtMs))}::timestamptz[],
        ${unsaved.map(({ lastBeatAtMs }) => new Date(lastBeatAtMs))}::timestamptz[])
    ), heard AS (
      SELECT max(last_beat_at) OVER (
               ORDER BY started_at, last_beat_at ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING
             ) AS until_at,
             started_at AS again_at, false AS is_ongoing
      FROM period
      UNION ALL
      SELECT max(last_beat_at), ${now}::timestamptz, true FROM period
    ), gap AS (
      SELECT ${unheard} AS series, until_at AS from_at, again_at AS to_at, is_ongoing, 0 AS expected
      FROM heard
      WHERE until_at < again_at - ${longestPauseMs} * interval '1 millisecond'
      UNION ALL
      SELECT series, from_at, to_at, is_ongoing, expected FROM silence
      WHERE ${buildSeries(campaigns)}
    ), listed AS (
      SELECT * FROM gap
      WHERE from_at < coalesce(${toAt}::timestamptz, 'infinity')
        AND to_at > coalesce(${fromAt}::timestamptz, '-infinity')
        AND ${buildKeyset(after ?? null)} AND ${noticed ? buildNoticed(noticed) : Prisma.sql`true`}
      ORDER BY from_at DESC, series DESC
      LIMIT ${most + 1}
    )
    SELECT *, (extract(epoch FROM from_at) * 1000000)::bigint AS from_micros,
           (SELECT acknowledged_at FROM acknowledged_gap AS known
            WHERE known.series = listed.series AND known.from_at = listed.from_at),
           EXISTS (SELECT FROM listening_period WHERE last_beat_at = from_at AND is_stopped)
             OR from_at = ANY(${toFarewells(unsaved)}::timestamptz[]) AS was_stopped
    FROM listed ORDER BY from_at DESC, series DESC`;
}

/** Stands for the times of not listening beside the names of series. */
export const unheard = "!";

function buildNoticed({
  leastSeconds,
  isKnownToo = false,
}: NonNullable<GapQuery["noticed"]>): Prisma.Sql {
  return Prisma.sql`
    (series <> ${unheard} OR is_ongoing
     OR to_at - from_at >= ${leastSeconds}::int * interval '1 second')
    AND (${isKnownToo} OR NOT EXISTS (SELECT FROM acknowledged_gap AS known
                    WHERE known.series = gap.series AND known.from_at = gap.from_at))`;
}

function toFarewells(periods: ListeningPeriod[]): Date[] {
  return periods.flatMap(({ lastBeatAtMs, isStopped }) =>
    isStopped ? [new Date(lastBeatAtMs)] : [],
  );
}

function buildSeries(campaigns: GapQuery["campaigns"]): Prisma.Sql {
  if (campaigns === null) {
    return Prisma.sql`(series = ${allCalls} OR NOT EXISTS (
      SELECT FROM silence AS whole
      WHERE whole.series = ${allCalls}
        AND whole.from_at <= silence.from_at AND whole.to_at >= silence.to_at))`;
  }
  const series = campaigns.map((campaign) => writeSeries({ of: "campaign", campaign }));
  return Prisma.sql`series = ANY(${series})`;
}

function buildKeyset(after: string | null): Prisma.Sql {
  const cursor = after === null ? undefined : parseCursor(after, "-created_at");
  if (!cursor) return Prisma.sql`true`;
  return Prisma.sql`(from_at, series) < (${toInstantSql(cursor.key)}, ${cursor.id})`;
}

/** Writes how far these periods go. Idempotent, and an older state never replaces a newer one. */
export async function recordPeriods(pool: Pool, periods: ListeningPeriod[]): Promise<void> {
  await prismaOn(pool).$executeRaw`
    INSERT INTO listening_period (id, started_at, last_beat_at, is_stopped)
    SELECT * FROM unnest(
        ${toList(periods.map(({ id }) => id))}::uuid[],
        ${toList(periods.map(({ startedAtMs }) => new Date(startedAtMs)))}::timestamptz[],
        ${toList(periods.map(({ lastBeatAtMs }) => new Date(lastBeatAtMs)))}::timestamptz[],
        ${toList(periods.map(({ isStopped }) => isStopped))}::boolean[])
    ON CONFLICT (id) DO UPDATE
      SET last_beat_at = excluded.last_beat_at, is_stopped = excluded.is_stopped
      WHERE listening_period.last_beat_at <= excluded.last_beat_at`;
}

export type Silence = FoundSilence & { series: string };

export type FoundSilence = {
  fromMs: number;
  toMs: number;
  /** No call has come since. */
  isOngoing: boolean;
  /** Calls that it should have brought at least. */
  expected: number;
};

/** What was found since an instant takes the place of what was known of that time. */
export async function replaceSilences(
  client: Transaction,
  sinceAt: Date,
  silences: Silence[],
): Promise<void> {
  await client.silence.deleteMany({ where: { toAt: { gt: sinceAt } } });
  await client.silence.updateMany({ where: { isOngoing: true }, data: { isOngoing: false } });
  await client.$executeRaw(takeBackFilled);
  await client.$executeRaw`
    INSERT INTO silence (series, from_at, to_at, is_ongoing, expected)
    SELECT * FROM unnest(
        ${toList(silences.map(({ series }) => series))}::text[],
        ${toList(silences.map(({ fromMs }) => new Date(fromMs)))}::timestamptz[],
        ${toList(silences.map(({ toMs }) => new Date(toMs)))}::timestamptz[],
        ${toList(silences.map(({ isOngoing }) => isOngoing))}::boolean[],
        ${toList(silences.map(({ expected }) => expected))}::int[])`;
}

/** Late deliveries fill silences that nobody looks for any more. */
const takeBackFilled = Prisma.raw(`
  DELETE FROM silence WHERE
    series = '*' AND EXISTS (
      SELECT FROM recording WHERE created_at >= from_at AND created_at < to_at)
    OR series = '~' AND EXISTS (
      SELECT FROM recording
      WHERE campaign IS NULL AND created_at >= from_at AND created_at < to_at)
    OR series LIKE '=%' AND EXISTS (
      SELECT FROM recording
      WHERE campaign = substr(series, 2) AND created_at >= from_at AND created_at < to_at)`);

/** Calls by `wallMs` of their hour. */
type HourlyCounts = Map<number, number>;

/**
 * Counts the calls of each hour of the zone's clock, for all of them together and for every campaign
 * that has `least` or more in this span.
 */
export async function countHours(
  client: Database,
  { fromMs, toMs }: { fromMs: number; toMs: number },
  { timeZone, least }: { timeZone: string; least: number },
): Promise<Map<string, HourlyCounts>> {
  const rows = await client.$queryRaw<{ series: string; wall_ms: number; calls: number }[]>`
    WITH hourly AS (
      SELECT campaign, date_trunc('hour', created_at AT TIME ZONE ${timeZone}) AS wall, count(*) AS calls
      FROM recording WHERE created_at >= ${new Date(fromMs)} AND created_at < ${new Date(toMs)}
      GROUP BY 1, 2
    ), counted AS (
      SELECT coalesce('=' || campaign, '~') AS series, wall, calls,
             sum(calls) OVER (PARTITION BY campaign) AS of_series
      FROM hourly
      UNION ALL
      SELECT ${allCalls}, wall, sum(calls), ${least} FROM hourly GROUP BY wall
    )
    SELECT series, (extract(epoch FROM wall) * 1000)::float8 AS wall_ms, calls::int
    FROM counted WHERE of_series >= ${least}`;
  const counted = new Map<string, HourlyCounts>();
  for (const { series, wall_ms, calls } of rows) {
    const counts = counted.get(series) ?? new Map();
    counted.set(series, counts.set(wall_ms, calls));
  }
  return counted;
}
