import "server-only";
import { toInstantSql } from "@/lib/list/list-sql";
import { db } from "@/lib/platform/database/db";
import { parseCursor, type RecordingFilter, writeCursor } from "@/lib/recordings/filter/filter";
import { toInstants } from "@/lib/settings/calendar-day";
import { Prisma } from "@/prisma/client/client";
import { type ListeningPeriod, longestPauseMs, untoldPeriods } from "./listening-period";
import type { GapListView, GapView, ListeningView } from "./views";
import { allCalls, readSeries, writeSeries } from "./views";

/** Gaps that touch its time; of silences, those of its campaigns. */
export type GapQuery = CoverageRange & {
  /** Where an earlier list ended. */
  after?: string | null;
  most: number;
  now: Date;
  /** Leaves out times of not listening that were shorter and are over, and what somebody knows about. */
  noticed?: { leastSeconds: number; isKnownToo?: boolean };
};

/**
 * Gaps, the latest first. What several processes heard counts together. A campaign's silence in a
 * silence of all calls is listed once, as the latter.
 */
export async function listGaps(query: GapQuery): Promise<GapListView> {
  const { fromAt, toAt, campaigns, after, most, now, noticed } = query;
  const untold = untoldPeriods();
  const found = await db().$queryRaw<GapRow[]>`
    WITH period AS (
      SELECT started_at, last_beat_at FROM listening_period
      WHERE last_beat_at >= coalesce(
        (SELECT max(last_beat_at) FROM listening_period WHERE last_beat_at <= ${fromAt}::timestamptz),
        '-infinity')
      UNION ALL
      SELECT * FROM unnest(
        ${untold.map(({ startedAtMs }) => new Date(startedAtMs))}::timestamptz[],
        ${untold.map(({ lastBeatAtMs }) => new Date(lastBeatAtMs))}::timestamptz[])
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
             OR from_at = ANY(${toFarewells(untold)}::timestamptz[]) AS was_stopped
    FROM listed ORDER BY from_at DESC, series DESC`;

  const gaps = found.slice(0, most);
  const last = gaps.at(-1);
  return {
    gaps: gaps.map(toView),
    after: last && found.length > most ? toKey(last) : null,
  };
}

/** Since when it is known whether Earshot listened. */
export async function getListening(): Promise<ListeningView> {
  const untold = untoldPeriods();
  const { _min: min, _max: max } = await db().listeningPeriod.aggregate({
    _min: { startedAt: true },
    _max: { lastBeatAt: true },
  });
  const starts = [min.startedAt?.getTime(), ...untold.map((period) => period.startedAtMs)];
  const beats = [max.lastBeatAt?.getTime(), ...untold.map((period) => period.lastBeatAtMs)];
  const sinceMs = Math.min(...starts.filter((ms) => ms !== undefined));
  const lastBeatMs = Math.max(...beats.filter((ms) => ms !== undefined));
  if (!Number.isFinite(sinceMs)) return null;
  return {
    sinceAt: new Date(sinceMs).toISOString(),
    lastBeatAt: new Date(lastBeatMs).toISOString(),
  };
}

/** Stands for the times of not listening beside the names of series. */
const unheard = "!";

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

type GapRow = {
  series: string;
  from_at: Date;
  to_at: Date;
  is_ongoing: boolean;
  expected: number;
  was_stopped: boolean;
  acknowledged_at: Date | null;
  from_micros: bigint;
};

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

function toKey({ series, from_micros }: GapRow): string {
  return writeCursor({ key: String(from_micros), id: series });
}

/** Which gap a key is of; null for what is no key. */
export function readGapKey(key: string): { series: string; fromAt: Date } | null {
  const cursor = parseCursor(key, "-created_at");
  return cursor ? { series: cursor.id, fromAt: new Date(Number(cursor.key) / 1_000) } : null;
}

function toView(row: GapRow): GapView {
  const span = {
    key: toKey(row),
    fromAt: row.from_at.toISOString(),
    toAt: row.to_at.toISOString(),
    isOngoing: row.is_ongoing,
    acknowledgedAt: row.acknowledged_at?.toISOString() ?? null,
  };
  return row.series === unheard
    ? { ...span, kind: "not-listening", wasStopped: row.was_stopped }
    : { ...span, kind: "silence", series: readSeries(row.series), expected: row.expected };
}

/** The calls that are asked about. Null: from the beginning, until now, of every campaign. */
export type CoverageRange = {
  fromAt: Date | null;
  /** Not included. */
  toAt: Date | null;
  /** Null among them is "no campaign". */
  campaigns: (string | null)[] | null;
};

/** The time and the campaigns of a filter, whose days begin in this zone. */
export function toCoverageRange(
  { from, to, campaign: { include } }: RecordingFilter,
  timeZone: string,
): CoverageRange {
  const { startAt, endAt } = toInstants({ from, to }, timeZone);
  return {
    fromAt: startAt && new Date(startAt.epochMilliseconds),
    toAt: endAt && new Date(endAt.epochMilliseconds),
    campaigns: include.length > 0 ? include : null,
  };
}
