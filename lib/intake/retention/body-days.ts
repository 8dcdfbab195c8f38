import "server-only";
import type { Pool } from "pg";
import { db } from "@/lib/platform/database/db";
import { prismaOn } from "@/lib/platform/database/transaction";

/** A day's raw bytes, in a partition of their own. */
export type BodyDay = { acceptedOn: string; table: string; bytes: number };

/** The days that have a partition, the oldest first, and the size of the default partition. */
export async function listBodyDays(): Promise<{ days: BodyDay[]; defaultBytes: number }> {
  const rows = await db().$queryRaw<{ table: string; bounds: string; bytes: bigint }[]>`
    SELECT relname::text AS table, pg_get_expr(relpartbound, pg_class.oid) AS bounds,
            pg_total_relation_size(pg_class.oid) AS bytes
    FROM pg_inherits JOIN pg_class ON pg_class.oid = inhrelid
    WHERE inhparent = 'delivery_body'::regclass`;
  const days = rows.flatMap(({ table, bounds, bytes }): BodyDay[] => {
    const acceptedOn = /^FOR VALUES FROM \('(\d{4}-\d{2}-\d{2})'\)/.exec(bounds)?.[1];
    return acceptedOn ? [{ acceptedOn, table, bytes: Number(bytes) }] : [];
  });
  const byDefault = rows.find(({ bounds }) => bounds === "DEFAULT");
  return {
    days: days.toSorted((one, other) => one.acceptedOn.localeCompare(other.acceptedOn)),
    defaultBytes: Number(byDefault?.bytes ?? 0),
  };
}

/** The database's own clock: what is dropped is gone, so no clock of a server says when. */
export async function readDatabaseNow(pool: Pool): Promise<Date> {
  const rows = await prismaOn(pool).$queryRaw<{ now: Date }[]>`SELECT now() AS now`;
  return rows[0]?.now ?? new Date(0);
}

/** How far this machine's clock is ahead of the database's, in milliseconds. */
export async function measureClockOffset(pool: Pool): Promise<number> {
  const askedMs = Date.now();
  const rows = await prismaOn(pool).$queryRaw<{ ms: number }[]>`
    SELECT extract(epoch FROM clock_timestamp())::float * 1000 AS ms`;
  return (askedMs + Date.now()) / 2 - (rows[0]?.ms ?? Number.NaN);
}

/** The last UTC day that is over the limit as a whole. */
export function lastDayOver(retentionDays: number, now: Date): string {
  return toDay(now.getTime() - (retentionDays + 1) * oneDayMs);
}

export function dayAfter(day: string): string {
  return toDay(Date.parse(`${day}T00:00:00Z`) + oneDayMs);
}

/** So many days go in one run, so that a clock that is wrong is noticed before all are gone. */
export const mostDays = 7;

const oneDayMs = 86_400_000;

export function toDay(instantMs: number): string {
  return new Date(instantMs).toISOString().slice(0, 10);
}
