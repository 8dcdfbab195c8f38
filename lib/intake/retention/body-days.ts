import "server-only";
import type { Pool } from "pg";
import { type ClaimedTask, holdTask } from "@/lib/ops/task-lease";
import { inTransaction, prismaOn } from "@/lib/platform/database/transaction";
import { sqlStateOf } from "@/lib/platform/faults";
import type { Prisma } from "@/prisma/client/client";
import {
  copyNext,
  createRest,
  type Drop,
  dropTable,
  hasAny,
  isNeededMissing,
  limitWaiting,
  listLeftovers,
  listPartitions,
  lockBodies,
  mayGo,
  mustStay,
  readDatabaseMs,
  readNeed,
  replacePartition,
} from "./sql";

/** A day's raw bytes, in a partition of their own. */
type BodyDay = { acceptedOn: string; table: string; bytes: number };

/** The days that have a partition, the oldest first, and the size of the default partition. */
export async function listBodyDays(): Promise<{ days: BodyDay[]; defaultBytes: number }> {
  const rows = await listPartitions();
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

/** How far this machine's clock is ahead of the database's, in milliseconds. */
export async function measureClockOffset(pool: Pool): Promise<number> {
  const askedMs = Date.now();
  const databaseMs = await readDatabaseMs(pool);
  return (askedMs + Date.now()) / 2 - databaseMs;
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

/**
 * Drops the bytes of a day by dropping its partition. What is still needed is copied first and takes
 * the partition's place, so that at no moment any of it is missing. The table of all bytes is locked
 * only for the exchange, and nobody waits for that longer than a moment: rather it comes later.
 * Returns what became of it. @throws {LostLease}
 */
export async function dropDay(
  pool: Pool,
  task: ClaimedTask,
  day: BodyDay,
  drop: Drop,
): Promise<"dropped" | "needed" | "busy"> {
  const client = prismaOn(pool);
  const need = await readNeed(client);
  if (!(await hasAny(client, day.table, mayGo(need))) && (await hasAny(client, day.table))) {
    return "needed";
  }
  const rest = await copyNeeded(pool, task, day, mustStay(need));
  for (let attempt = 1; attempt <= maxAttempts; attempt++) {
    await holdTask(client, task);
    try {
      return await exchange(pool, task, day, rest, drop);
    } catch (error) {
      if (!busyStates.has(sqlStateOf(error) ?? "")) throw error;
      await new Promise((resolve) => setTimeout(resolve, pauseMs));
    }
  }
  return "busy";
}

/** Forgets copies whose exchange never came, because a process died before it. */
export async function dropLeftovers(pool: Pool): Promise<void> {
  for (const name of await listLeftovers(pool)) await dropTable(pool, name);
}

const maxAttempts = 5;
const pauseMs = 400;
/** Not locked in time, not done in time, deadlock. */
const busyStates = new Set(["55P03", "57014", "40P01"]);
const copiedAtOnce = 100;

/** The name of the table that holds what is needed of a day, while it is not in its place yet. */
function restOf({ table }: BodyDay): string {
  return `${table}_rest`;
}

/** Null: nothing of the day is needed. */
async function copyNeeded(
  pool: Pool,
  task: ClaimedTask,
  day: BodyDay,
  stays: Prisma.Sql,
): Promise<string | null> {
  const rest = restOf(day);
  await dropTable(pool, rest);
  if (!(await hasAny(prismaOn(pool), day.table, stays))) return null;
  await createRest(pool, rest, toBounds(day));
  let after: string | null = firstId;
  while (after !== null) {
    await holdTask(prismaOn(pool), task);
    const next = { after, most: copiedAtOnce, fits: stays };
    after = await copyNext(pool, { from: day.table, to: rest }, next);
  }
  return rest;
}

const firstId = "00000000-0000-0000-0000-000000000000";

async function exchange(
  pool: Pool,
  task: ClaimedTask,
  day: BodyDay,
  rest: string | null,
  drop: Drop,
): Promise<"dropped" | "busy"> {
  // Each statement sees what was committed before it, once the lock is held.
  return inTransaction(
    pool,
    async (client) => {
      await limitWaiting(client);
      await holdTask(client, task);
      await lockBodies(client);
      if (await isNeededMissing(client, day, rest)) return "busy";
      await replacePartition(client, { table: day.table, rest, ...toBounds(day) }, drop);
      return "dropped";
    },
    "READ COMMITTED",
  );
}

function toBounds({ acceptedOn }: BodyDay): { from: string; to: string } {
  return { from: acceptedOn, to: dayAfter(acceptedOn) };
}
