import "server-only";
import type { Pool } from "pg";
import { prismaOn } from "@/lib/platform/database/transaction";
import { sqlStateOf } from "@/lib/platform/faults";
import { Prisma } from "@/prisma/client/client";

const made = new Set<string>();

/**
 * Makes the partitions of these UTC days. Where the database doesn't let us, or somebody holds the
 * tables for long, deliveries go to the default partition.
 */
export async function ensureDeliveryDays(pool: Pool, days: Iterable<string>): Promise<void> {
  for (const day of new Set(days)) {
    if (made.has(day)) continue;
    const next = new Date(Date.parse(`${day}T00:00:00Z`) + 86_400_000).toISOString().slice(0, 10);
    const outcomes = [];
    for (const table of ["delivery", "delivery_body"]) {
      const name = `${table}_${day.replaceAll("-", "")}`;
      outcomes.push(await makePartition(pool, name, table, day, next));
    }
    if (!outcomes.includes("busy")) made.add(day);
  }
}

/** Makes today's and tomorrow's ahead of time, so that no delivery has to wait for it at midnight. */
export async function ensureNextDays(pool: Pool, now: Date): Promise<void> {
  const toDay = (instantMs: number) => new Date(instantMs).toISOString().slice(0, 10);
  await ensureDeliveryDays(pool, [toDay(now.getTime()), toDay(now.getTime() + 86_400_000)]);
}

const insufficientPrivilege = "42501";
/** The default partition has rows of that day, or another process made the partition first. */
const toleratedStates = new Set([insufficientPrivilege, "23514", "42P07", "23505"]);
const lockNotAvailable = "55P03";

async function makePartition(
  pool: Pool,
  name: string,
  parent: string,
  from: string,
  to: string,
): Promise<"settled" | "busy"> {
  try {
    await prismaOn(pool).$executeRaw`
      SET LOCAL lock_timeout = '1s';
      CREATE TABLE IF NOT EXISTS ${Prisma.raw(name)} PARTITION OF ${Prisma.raw(parent)} FOR VALUES FROM ('${Prisma.raw(from)}') TO ('${Prisma.raw(to)}')`;
  } catch (error) {
    const state = sqlStateOf(error) ?? "";
    if (state === lockNotAvailable) return "busy";
    if (!toleratedStates.has(state)) throw error;
  }
  return "settled";
}
