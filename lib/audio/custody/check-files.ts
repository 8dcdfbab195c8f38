import "server-only";
import { setTimeout as sleep } from "node:timers/promises";
import type { Pool } from "pg";
import { log } from "@/lib/ops/log";
import { claimTask, holdTask, runTask } from "@/lib/ops/task-lease";
import { db } from "@/lib/platform/database/db";
import { prismaOn } from "@/lib/platform/database/transaction";
import { notifyChanges } from "@/lib/recordings/live/notify-changes";
import { Prisma } from "@/prisma/client/client";
import { proveFile } from "../kept/verify-sounds";
import { getUsage } from "../quota/usage";

/** A night's worth of reading, and how fast: the disk and the bucket serve others first. */
type Bounds = { bytesPerSecond: number; leastBytes: number };

const usualBounds: Bounds = { bytesPerSecond: 10_000_000, leastBytes: 1_000_000_000 };

const restSeconds = 24 * 3_600;
/** Each file is read again once it was not for so long; a night reads at most a share of all that is twice what this takes. */
export const proveEveryDays = 7;
const filesAtOnce = 50;
/** After so many, it is the store that fails. */
const mostFailures = 1_000;

/**
 * Reads kept files again and compares their hashes, those that were not read for longest first, if that
 * is due and nobody else does it: once a day, no faster than it may, and no more than each needs to
 * have its turn within a week. Where it is broken off, the next one goes on. What can't be read stays
 * due, keeps nothing else from its turn, and is told as the task's fault.
 * @returns how many it read; null: it isn't due
 */
export async function checkFiles(
  pool: Pool,
  claimant: string,
  signal: AbortSignal,
  bounds = usualBounds,
): Promise<number | null> {
  const task = await claimTask(pool, "audio-proof", claimant, restSeconds);
  if (!task) return null;
  let read = 0;
  const failed = new Set<string>();
  const work = async () => {
    const usage = await getUsage();
    const mostBytes = Math.max(bounds.leastBytes, (2 * usage.bytes) / proveEveryDays);
    const pace = newPace(bounds.bytesPerSecond, signal);
    let bytes = 0;
    let files = await listDue(null);
    while (files.length > 0 && bytes < mostBytes && failed.size < mostFailures) {
      const looked = new Set(failed);
      for (const file of files) {
        if (signal.aborted) return null;
        const hash = Buffer.from(file.sha256).toString("hex");
        if (looked.has(hash)) continue;
        looked.add(hash);
        // Whoever proves it meanwhile spares it this one.
        await holdWhile(pool, task, async () => {
          try {
            await checkFile(file.sha256, pace);
            read++;
          } catch (error) {
            if (signal.aborted) throw error;
            log().warn({ err: error, sha256: hash }, "a kept file can't be verified");
            failed.add(hash);
          }
        });
        bytes += Number(file.bytes);
        if (bytes >= mostBytes) break;
      }
      files = await listDue(files.at(-1) ?? null);
    }
    return failed.size > 0 ? `${failed.size} files can't be read` : null;
  };
  if (!(await runTask(pool, task, work, signal))) return read;
  if (read > 0) log().info({ read }, "kept audio was verified");
  return read;
}

/** Its instant as the database writes it, which knows microseconds. */
type DueFile = { sha256: Uint8Array<ArrayBuffer>; bytes: bigint; proved_at: string };

/** What is known to be missing or changed waits for another file in its place. */
function listDue(after: DueFile | null): Promise<DueFile[]> {
  const beyond = after
    ? Prisma.sql`(proved_at, sha256) > (${after.proved_at}::timestamptz, ${after.sha256})`
    : Prisma.sql`true`;
  return db().$queryRaw<DueFile[]>`
    SELECT sha256, max(bytes) AS bytes, proved_at::text FROM (
      SELECT sha256, bytes, proved_at FROM sound_file AS file
      WHERE proved_at <= now() - ${proveEveryDays} * interval '1 day' AND proof_fault IS NULL
        AND ${beyond}
      ORDER BY file.proved_at, sha256 LIMIT ${filesAtOnce}) AS due
    GROUP BY due.proved_at, sha256 ORDER BY due.proved_at, sha256`;
}

async function checkFile(
  sha256: Uint8Array<ArrayBuffer>,
  pace: (bytes: number) => Promise<void>,
): Promise<void> {
  const { proof, recordingIds } = await proveFile(sha256, pace);
  if (proof !== "proved") await notifyChanges(db(), recordingIds);
}

/** A large file takes longer than the lease, which goes on as long as it is read. @throws {LostLease} */
async function holdWhile(
  pool: Pool,
  task: Parameters<typeof holdTask>[1],
  work: () => Promise<void>,
): Promise<void> {
  await holdTask(prismaOn(pool), task);
  const holding = setInterval(() => {
    // Who lost it learns so before the next file.
    holdTask(prismaOn(pool), task).catch(() => undefined);
  }, holdEveryMs);
  try {
    await work();
  } finally {
    clearInterval(holding);
  }
}

const holdEveryMs = 20_000;

/** Lets so many bytes pass in a second. @throws when it is told to end */
function newPace(bytesPerSecond: number, signal: AbortSignal) {
  const beganMs = performance.now();
  let passed = 0;
  return async (bytes: number) => {
    passed += bytes;
    const aheadMs = (passed / bytesPerSecond) * 1_000 - (performance.now() - beganMs);
    if (aheadMs > leastPauseMs) await sleep(aheadMs, undefined, { signal });
    else signal.throwIfAborted();
  };
}

const leastPauseMs = 20;
