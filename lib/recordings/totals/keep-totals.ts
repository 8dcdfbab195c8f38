import "server-only";
import type { Pool, PoolClient } from "pg";
import { inTransaction, sqlStateOf } from "@/lib/platform/transaction";

/**
 * Begins to count calls in the days of a zone, exactly from then on. Writers of recordings wait
 * meanwhile, about a second for each million. False: the database doesn't know the zone, or counts
 * in as many as it may.
 */
export async function keepZone(pool: Pool, zone: string): Promise<boolean> {
  try {
    const begin = async (client: PoolClient) => {
      const { rowCount } = await client.query(
        `UPDATE recording_total_zones SET zones = array_append(zones, $1)
         WHERE NOT zones @> ARRAY[$1] AND cardinality(zones) < $2`,
        [zone, mostZones],
      );
      if (rowCount === 0) return (await readZones(client)).includes(zone);
      await client.query(countAll, [zone]);
      return true;
    };
    // The update waits for writers under way, and what they wrote must be counted.
    return await inTransaction(pool, begin, "READ COMMITTED");
  } catch (error) {
    if (sqlStateOf(error) === unknownZoneState) return false;
    throw error;
  }
}

/** Adds up what has changed since the last time. @returns how many changes there were */
export async function addUpTotals(pool: Pool): Promise<number> {
  const { rows } = await pool.query<{ count: number }>(addUp);
  return rows[0]?.count ?? 0;
}

/** The zones in whose days calls are counted. */
export async function readZones(client: Pick<Pool, "query">): Promise<string[]> {
  const { rows } = await client.query<{ zones: string[] }>(
    "SELECT zones FROM recording_total_zones WHERE id = 1",
  );
  return rows[0]?.zones ?? [];
}

const mostZones = 16;
const unknownZoneState = "22023";

const countAll = `
  INSERT INTO recording_total_change (zone, day, status, campaign, gender, type, calls, minutes,
                                      with_transcript, confirmed, phone_number_correct)
  SELECT $1, (created_at AT TIME ZONE $1)::date, status, coalesce(campaign, ''), customer_gender,
         coalesce(customer_type, ''), count(*), coalesce(sum(minutes_used), 0),
         count(*) FILTER (WHERE has_transcript), count(*) FILTER (WHERE customer_is_confirmed),
         count(*) FILTER (WHERE customer_is_phone_number_correct)
  FROM recording GROUP BY 1, 2, 3, 4, 5, 6`;

/** Sorted, so that two that add up at once never wait for each other in a circle. */
const addUp = `
  WITH taken AS (
    DELETE FROM recording_total_change RETURNING *
  ), spread AS (
    SELECT period, date_trunc(period::text, day)::date AS starts_on, taken.*
    FROM taken CROSS JOIN unnest(enum_range(NULL::total_period)) AS period
  ), totals AS (
    INSERT INTO recording_total AS total (zone, period, starts_on, status, campaign, calls, minutes,
                                          with_transcript, confirmed, phone_number_correct)
    SELECT zone, period, starts_on, status, campaign, sum(calls), sum(minutes),
           sum(with_transcript), sum(confirmed), sum(phone_number_correct)
    FROM spread GROUP BY 1, 2, 3, 4, 5 ORDER BY 1, 2, 3, 4, 5
    ON CONFLICT (zone, period, starts_on, status, campaign) DO UPDATE SET
      calls = total.calls + excluded.calls,
      minutes = total.minutes + excluded.minutes,
      with_transcript = total.with_transcript + excluded.with_transcript,
      confirmed = total.confirmed + excluded.confirmed,
      phone_number_correct = total.phone_number_correct + excluded.phone_number_correct
  ), value_totals AS (
    INSERT INTO recording_value_total AS total (zone, period, starts_on, field, value, status,
                                                campaign, calls)
    SELECT zone, period, starts_on, field, value, status, campaign, sum(calls)
    FROM spread CROSS JOIN LATERAL (VALUES ('gender', gender), ('type', type)) AS one (field, value)
    GROUP BY 1, 2, 3, 4, 5, 6, 7 ORDER BY 1, 2, 3, 4, 5, 6, 7
    ON CONFLICT (zone, period, starts_on, field, value, status, campaign) DO UPDATE SET
      calls = total.calls + excluded.calls
  )
  SELECT count(*)::int AS count FROM taken`;
