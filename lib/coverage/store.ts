import "server-only";
import type { Pool } from "pg";
import { prismaOn, toList } from "@/lib/platform/database/transaction";
import type { ListeningPeriod } from "./listening-period";

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
