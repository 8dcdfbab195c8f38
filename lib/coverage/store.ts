import "server-only";
import type { Pool } from "pg";
import type { ListeningPeriod } from "./listening-period";

/** Writes how far these periods go. Idempotent, and an older state never replaces a newer one. */
export async function recordPeriods(pool: Pool, periods: ListeningPeriod[]): Promise<void> {
  await pool.query(
    `INSERT INTO listening_period (id, started_at, last_beat_at, is_stopped)
     SELECT * FROM unnest($1::uuid[], $2::timestamptz[], $3::timestamptz[], $4::boolean[])
     ON CONFLICT (id) DO UPDATE
       SET last_beat_at = excluded.last_beat_at, is_stopped = excluded.is_stopped
       WHERE listening_period.last_beat_at <= excluded.last_beat_at`,
    [
      periods.map(({ id }) => id),
      periods.map(({ startedAtMs }) => new Date(startedAtMs)),
      periods.map(({ lastBeatAtMs }) => new Date(lastBeatAtMs)),
      periods.map(({ isStopped }) => isStopped),
    ],
  );
}
