import "server-only";
import type { Pool } from "pg";
import { z } from "zod";
import { type Database, prismaOn } from "@/lib/platform/database/transaction";
import { newTopic } from "@/lib/platform/process/topic";
import { finishTask, isTask, LostLease, takeTask, taskLease } from "./lease-sql";
import { newBeside, newStep } from "./loop";

/** Work that one process at a time does now and then. */
export type Task =
  | "retention"
  | "silence-search"
  | "count-anew"
  | "verify-counts"
  | "read-signs"
  | "mend-marks"
  | "audio-usage"
  | "audio-retention"
  | "audio-proof"
  | "audio-source"
  | "audio-measure"
  | "audio-retry";

export type ClaimedTask = { task: Task; claimant: string };

/**
 * Takes a task that was not finished for some time, for this process alone until it has been silent
 * for a minute. Undefined: it isn't due, or another process has it. One that ended later than now, by more
 * than its rest, is due: the database's clock was set back.
 */
export async function claimTask(
  pool: Pool,
  task: Task,
  claimant: string,
  restSeconds: number,
): Promise<ClaimedTask | undefined> {
  const client = prismaOn(pool);
  if (await takeTask(client, task, claimant, restSeconds)) return { task, claimant };
  await taskLease.shorten(client, isTask(task));
  return undefined;
}

/** Keeps it for another minute; in a transaction, nobody else can have it before the end. @throws {LostLease} */
export async function holdTask(client: Database, { task, claimant }: ClaimedTask): Promise<void> {
  await taskLease.renew(client, claimant, isTask(task));
}

/**
 * Does the work of a claimed task, which is kept as long as that goes on, and notes how it ended.
 * @param work resolves with why it could not do all; null: it did. Its signal tells it to break off
 * @returns false: it was broken off, or another process has the task now; the next one does it
 * @throws what the work throws, which is noted
 */
export async function runTask(
  pool: Pool,
  task: ClaimedTask,
  work: (signal: AbortSignal) => Promise<string | null>,
  signal?: AbortSignal,
): Promise<boolean> {
  try {
    const renew = () => holdTask(prismaOn(pool), task);
    const fault = await holdWhile({ renew, signal }, work);
    if (signal?.aborted) return false;
    await finishTask(pool, task, fault);
    return true;
  } catch (error) {
    if (error instanceof LostLease || signal?.aborted) return false;
    const fault = error instanceof Error ? error.message : String(error);
    await finishTask(pool, task, fault).catch(() => undefined);
    throw error;
  }
}

/** Leaves it to whoever is next, without the minute's wait. */
export async function releaseTasks(pool: Pool, claimant: string): Promise<void> {
  await taskLease.giveUp(prismaOn(pool), claimant);
}

/** Something is due. */
export const upkeepWanted = newTopic("upkeep-wanted", z.literal(true));

/** Makes it due at once, in whichever process comes first. */
export async function requestTask(pool: Pool, task: Task): Promise<void> {
  await prismaOn(pool).upkeep.updateMany({ where: { task }, data: { finishedAt: null } });
  upkeepWanted.publish(true);
}

type Hold = {
  /** Says that its holder lives. Whatever it throws is tried again the next time. @throws {LostLease} */
  renew: () => Promise<void>;
  /** Several times before it runs out; where this isn't told, it lasts a minute. */
  everyMs?: number;
  /** Work that is to end for another reason, too. */
  signal?: AbortSignal;
};

/**
 * Does work while a lease that was just taken is renewed. Nothing is renewed any more when this has come to
 * its end.
 * @param work is told to end when the lease is lost
 * @throws {LostLease} in place of what the work throws when it is
 */
export async function holdWhile<Result>(
  { renew, everyMs = 20_000, signal }: Hold,
  work: (signal: AbortSignal) => Promise<Result>,
): Promise<Result> {
  const lost = new AbortController();
  const beat = newStep("a lease can't be renewed", async () => {
    try {
      await renew();
    } catch (error) {
      if (!(error instanceof LostLease)) throw error;
      clearInterval(timer);
      lost.abort(error);
    }
  });
  const renewing = newBeside(beat);
  const timer = setInterval(renewing.begin, everyMs);
  timer.unref();
  try {
    return await work(signal ? AbortSignal.any([signal, lost.signal]) : lost.signal);
  } catch (error) {
    lost.signal.throwIfAborted();
    throw error;
  } finally {
    clearInterval(timer);
    await renewing.done();
  }
}
