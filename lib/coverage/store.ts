import "server-only";
import type { Pool } from "pg";
import { db } from "@/lib/platform/database/db";
import { prismaOn, toList } from "@/lib/platform/database/transaction";
import type { ListeningPeriod } from "./listening-period";
import { readGapKey } from "./queries";

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

/** From then on no list tells of these gaps, by the keys of their views. Idempotent. */
export async function acknowledgeGaps(keys: string[], acknowledgedBy: string): Promise<void> {
  const gaps = keys.flatMap((key) => readGapKey(key) ?? []);
  await db().acknowledgedGap.createMany({
    data: gaps.map((gap) => ({ ...gap, acknowledgedBy })),
    skipDuplicates: true,
  });
}

/** The lists tell of it again. Idempotent. */
export async function takeBackAcknowledgement(key: string): Promise<void> {
  const gap = readGapKey(key);
  if (gap) await db().acknowledgedGap.deleteMany({ where: gap });
}
