import "server-only";
import type { Pool } from "pg";
import { z } from "zod";
import { prismaOn, type Transaction } from "@/lib/platform/database/transaction";
import { newTopic } from "@/lib/platform/process/topic";

/** Work that one process at a time does now and then. */
export type Task = "retention" | "count-anew" | "verify-counts" | "read-signs";
export type ClaimedTask = { task: Task; claimant: string };

/** Another process has it by now: nothing more may be done. */
export class LostTask extends Error {
  override name = "LostTask";
  override message = "another process has taken over";
}

/**
 * Takes a task that was not finished for some time, for this process alone until it has been silent
 * for a minute. Undefined: it isn't due, or another process has it.
 */
export async function claimTask(
  pool: Pool,
  task: Task,
  claimant: string,
  restSeconds: number,
): Promise<ClaimedTask | undefined> {
  const rowCount = await prismaOn(pool).$executeRaw`
    INSERT INTO upkeep AS kept (task, claimed_by, claimed_until)
    VALUES (${task}, ${claimant}, now() + interval '1 minute')
    ON CONFLICT (task) DO UPDATE SET
      claimed_by = excluded.claimed_by, claimed_until = excluded.claimed_until
    WHERE (kept.claimed_by IS NULL OR kept.claimed_by = ${claimant} OR kept.claimed_until < now())
      AND (kept.finished_at IS NULL OR kept.finished_at <= now() - ${restSeconds} * interval '1 second')`;
  return rowCount === 1 ? { task, claimant } : undefined;
}

/** Keeps it for another minute; in a transaction, nobody else can have it before the end. @throws {LostTask} */
export async function holdTask(
  client: Transaction,
  { task, claimant }: ClaimedTask,
): Promise<void> {
  const rowCount = await client.$executeRaw`
    UPDATE upkeep SET claimed_until = now() + interval '1 minute'
    WHERE task = ${task} AND claimed_by = ${claimant}`;
  if (rowCount !== 1) throw new LostTask();
}

/** @param fault why it did not come to its end; it is tried again all the same after its rest */
export async function finishTask(
  pool: Pool,
  { task, claimant }: ClaimedTask,
  fault: string | null,
): Promise<void> {
  await prismaOn(pool).$executeRaw`
    UPDATE upkeep SET fault = ${fault?.slice(0, 300) ?? null}, finished_at = now(), claimed_by = NULL, claimed_until = NULL
    WHERE task = ${task} AND claimed_by = ${claimant}`;
}

/** Leaves it to whoever is next, without the minute's wait. */
export async function releaseTasks(pool: Pool, claimant: string): Promise<void> {
  await prismaOn(pool).$executeRaw`
    UPDATE upkeep SET claimed_by = NULL, claimed_until = NULL WHERE claimed_by = ${claimant}`;
}

/** Something is due. */
export const upkeepWanted = newTopic("upkeep-wanted", z.literal(true));

/** Makes it due at once, in whichever process comes first. */
export async function askForTask(pool: Pool, task: Task): Promise<void> {
  await prismaOn(pool).$executeRaw`UPDATE upkeep SET finished_at = NULL WHERE task = ${task}`;
  upkeepWanted.publish(true);
}
