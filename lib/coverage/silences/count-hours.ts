import "server-only";
import type { PoolClient } from "pg";
import { allCalls } from "../series";
import type { Span } from "./lay-out-hours";

/** Calls by `wallMs` of their hour. */
export type HourlyCounts = Map<number, number>;

/**
 * Counts the calls of each hour of the zone's clock, for all of them together and for every campaign
 * that has `least` or more in this span.
 */
export async function countHours(
  client: PoolClient,
  { fromMs, toMs }: Span,
  timeZone: string,
  least: number,
): Promise<Map<string, HourlyCounts>> {
  const { rows } = await client.query<{ series: string; wall_ms: number; calls: number }>(
    `WITH hourly AS (
       SELECT campaign, date_trunc('hour', created_at AT TIME ZONE $3) AS wall, count(*) AS calls
       FROM recording WHERE created_at >= $1 AND created_at < $2
       GROUP BY 1, 2
     ), counted AS (
       SELECT coalesce('=' || campaign, '~') AS series, wall, calls,
              sum(calls) OVER (PARTITION BY campaign) AS of_series
       FROM hourly
       UNION ALL
       SELECT $5, wall, sum(calls), $4 FROM hourly GROUP BY wall
     )
     SELECT series, (extract(epoch FROM wall) * 1000)::float8 AS wall_ms, calls::int
     FROM counted WHERE of_series >= $4`,
    [new Date(fromMs), new Date(toMs), timeZone, least, allCalls],
  );
  const counted = new Map<string, HourlyCounts>();
  for (const { series, wall_ms, calls } of rows) {
    const counts = counted.get(series) ?? new Map();
    counted.set(series, counts.set(wall_ms, calls));
  }
  return counted;
}
