import "server-only";
import { setTimeout as sleep } from "node:timers/promises";
import type { Pool } from "pg";
import { readDatabaseNow } from "@/lib/ops/clock-sql";
import { log } from "@/lib/ops/log";
import { type ClaimedTask, claimTask, holdTask, runTask } from "@/lib/ops/task-lease";
import { db, transact } from "@/lib/platform/database/db";
import { prismaOn } from "@/lib/platform/database/transaction";
import { notifyChanges } from "@/lib/recordings/live/changes";
import { getKeptAudio } from "@/lib/settings/store";
import { markChecks } from "../kept/check-sound";
import { markSounds } from "../kept/get-sound";
import { cutoffOf, readRemovalClock } from "../kept/limits";
import {
  addUsage,
  type KeptPlace,
  listOldFiles,
  listPending,
  lockUsage,
  takeFiles,
  updateRemoved,
} from "../sql/custody";
import { listSharing, listUnclaimed } from "../sql/files";
import { soundStore } from "../store/sound-store";

/** Between two looks, whichever process has them. */
const restSeconds = 3_600;
const filesAtOnce = 200;
const pauseMs = 50;

const removedByAge = "removed-age";

/**
 * Removes audio that was kept for longer than an administrator wants, in slices, the longest kept first, if that
 * is due and nobody else does it. Never what is protected, nor a file that another recording still has.
 * Goes by the database's clock, and removes nothing while this server's differs much from it, while a
 * leap of both would make everything too old, or for a day after the clock moved on by days since the
 * last run. A run that ends early is made good by the next one.
 */
export async function removeOldSounds(
  pool: Pool,
  claimant: string,
  signal: AbortSignal,
  serverNow = () => new Date(),
): Promise<"done" | "not-due"> {
  const task = await claimTask(pool, "audio-retention", claimant, restSeconds);
  if (!task) return "not-due";
  const work = () => removeAll(pool, task, signal, serverNow);
  return (await runTask(pool, task, work, signal)) ? "done" : "not-due";
}

/** @returns why not all went that is too old; null: all did */
async function removeAll(
  pool: Pool,
  task: ClaimedTask,
  signal: AbortSignal,
  serverNow: () => Date,
): Promise<string | null> {
  let after: KeptPlace | null = null;
  let keepDays: number | null | undefined;
  while (!signal.aborted) {
    await holdTask(prismaOn(pool), task);
    const clock = await readRemovalClock(serverNow());
    const wanted: number | null = (await getKeptAudio()).keepDays;
    if (wanted === null) return null;
    // Whoever changed it meanwhile is heeded at once.
    if (wanted !== keepDays) after = null;
    keepDays = wanted;
    const cutoff = "fault" in clock ? clock : await readCutoff(keepDays, clock.now);
    if ("fault" in cutoff) {
      log().warn({ fault: cutoff.fault }, "no audio is removed");
      return cutoff.fault;
    }
    const slice = await listOldFiles(cutoff.at, after, filesAtOnce);
    const failed = slice.length > 0 ? await removeSlice(slice, keepDays) : await clearRemoved();
    after = slice.at(-1) ?? null;
    if (slice.length < filesAtOnce || after === null) return toFault(failed);
    await sleep(pauseMs);
  }
  return "it was broken off";
}

function toFault(failed: number): string | null {
  return failed > 0 ? `${failed} removed files are still in their store` : null;
}

async function readCutoff(keepDays: number, now: Date): Promise<{ at: Date } | { fault: string }> {
  const at = cutoffOf(keepDays, now);
  const newest = await db().recording.findFirst({
    select: { changedAt: true },
    orderBy: { changedAt: "desc" },
  });
  // A clock that leapt ahead says so of everything that there is.
  if (newest && newest.changedAt <= at) {
    return { fault: "all audio would be too old; none goes until a newer event came" };
  }
  return { at };
}

/** @returns how many files the store would not let go */
async function removeSlice(slice: KeptPlace[], keepDays: number): Promise<number> {
  const ids = [...new Set(slice.map(({ recording_id }) => recording_id))];
  const removed = await transact(async (client) => {
    await lockUsage(client);
    const rows = await takeFiles(client, slice);
    if (rows.length === 0) return [];
    const now = await readDatabaseNow(client);
    await client.soundRemoval.createMany({
      data: rows.map((row) => ({ ...row, removedAt: now, keepDays, isPending: true })),
      skipDuplicates: true,
    });
    const files = await listUnclaimed(client, rows);
    const bytes = files.reduce((sum, file) => sum + Number(file.bytes), 0);
    await addUsage(client, { files: -files.length, bytes: -bytes });
    await updateRemoved(client, rows, { now, fault: removedByAge });
    await markSounds(client, ids);
    await notifyChanges(client, ids);
    return rows;
  });
  for (const { recordingId, sha256, bytes, keptAt } of removed) {
    const hash = Buffer.from(sha256).toString("hex");
    log().info(
      { recordingId, sha256: hash, bytes: Number(bytes), keptAt, keepDays },
      "audio was removed",
    );
  }
  const failed = await clearRemoved();
  await markChecks([...ids, ...(await listSharing(ids, mostSharing))]);
  return failed;
}

const mostSharing = 200;

/**
 * Takes the files from the store that were removed here and that no recording has. Whoever is killed in
 * between leaves them to the next one, so none stays behind. Idempotent; any number may do so at once.
 * @returns how many the store would not let go, which keep no other one from going
 */
export async function clearRemoved(): Promise<number> {
  let failed = 0;
  let after: Uint8Array<ArrayBuffer> = new Uint8Array();
  while (failed < mostFailures) {
    const hashes = await listPending(after, filesAtOnce);
    for (const sha256 of hashes) {
      after = sha256;
      try {
        await clearFile(sha256);
      } catch (error) {
        const hash = Buffer.from(sha256).toString("hex");
        log().warn({ err: error, sha256: hash }, "a removed file can't be taken from its store");
        failed++;
      }
    }
    if (hashes.length < filesAtOnce) break;
  }
  return failed;
}

/** After so many, it is the store that fails. */
const mostFailures = 1_000;

async function clearFile(sha256: Uint8Array<ArrayBuffer>): Promise<void> {
  await transact(async (client) => {
    // Whoever keeps the same bytes has claimed them by now, or sees afterwards that they are gone.
    await lockUsage(client);
    const isKept = (await client.soundFile.count({ where: { sha256 } })) > 0;
    if (!isKept) await soundStore().remove(sha256);
    await client.soundRemoval.updateMany({
      where: { sha256, isPending: true },
      data: { isPending: null },
    });
  }, "1min");
}
