import "server-only";
import type { Pool } from "pg";
import { type ClaimedTask, holdTask } from "@/lib/ops/task-lease";
import { inTransaction, prismaOn } from "@/lib/platform/database/transaction";
import { isHeld, timeoutOf } from "@/lib/platform/faults";
import type { Prisma } from "@/prisma/client/client";
import { dayMs, toDay } from "../store/delivery-ranges";
import type { DayRange, Partition } from "../store/partitions-sql";
import {
  copyNext,
  createRest,
  type Drop,
  dropTable,
  firstId,
  hasAny,
  isNeededMissing,
  limitWaiting,
  listLeftovers,
  lockBodies,
  mayGo,
  mustStay,
  readNeed,
  replacePartition,
} from "./sql";

/** The days of a partition, up to one of them. */
export function listDaysOf({ from, to }: DayRange, last = to): string[] {
  const days: string[] = [];
  for (let day = from; day < to && day <= last; day = dayAfter(day)) days.push(day);
  return days;
}

/** The last UTC day that is over the limit as a whole. */
export function lastDayOver(retentionDays: number, now: Date): string {
  return toDay(now.getTime() - (retentionDays + 1) * dayMs);
}

export function dayAfter(day: string): string {
  return toDay(Date.parse(`${day}T00:00:00Z`) + dayMs);
}

/** So many days go in one run, so that a clock that is wrong is noticed before all are gone. */
export const mostDays = 7;

/**
 * Drops the bytes of days by dropping their partition. What is still needed is copied first and takes
 * the partition's place, so that at no moment any of it is missing. The table of all bytes is locked
 * only for the exchange, and nobody waits for that longer than a moment: rather it comes later.
 * Returns what became of it. @throws {LostLease}
 */
export async function dropRange(
  pool: Pool,
  task: ClaimedTask,
  range: Partition,
  drop: Drop,
): Promise<"dropped" | "needed" | "busy"> {
  const client = prismaOn(pool);
  const need = await readNeed(client);
  const { table } = range;
  if (!(await hasAny(client, table, mayGo(need))) && (await hasAny(client, table))) {
    return "needed";
  }
  const rest = await copyNeeded(pool, task, range, mustStay(need));
  for (let attempt = 1; attempt <= maxAttempts; attempt++) {
    await holdTask(client, task);
    try {
      return await exchange(pool, task, range, rest, drop);
    } catch (error) {
      if (!isHeld(error) && timeoutOf(error) === undefined) throw error;
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
const copiedAtOnce = 100;

/** What is needed of a partition, in a table that is not in its place yet; null: nothing is. */
async function copyNeeded(
  pool: Pool,
  task: ClaimedTask,
  range: Partition,
  stays: Prisma.Sql,
): Promise<string | null> {
  const rest = `${range.table}_rest`;
  await dropTable(pool, rest);
  if (!(await hasAny(prismaOn(pool), range.table, stays))) return null;
  await createRest(pool, rest, range);
  let after: string | null = firstId;
  while (after !== null) {
    await holdTask(prismaOn(pool), task);
    const next = { after, most: copiedAtOnce, fits: stays };
    after = await copyNext(pool, { from: range.table, to: rest }, next);
  }
  return rest;
}

async function exchange(
  pool: Pool,
  task: ClaimedTask,
  range: Partition,
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
      if (await isNeededMissing(client, range, rest)) return "busy";
      await replacePartition(client, range, rest, drop);
      return "dropped";
    },
    "READ COMMITTED",
  );
}
