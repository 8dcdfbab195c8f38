import "server-only";
import { setTimeout as sleep } from "node:timers/promises";
import type { Pool } from "pg";
import { log } from "@/lib/ops/log";
import { claimTask, runTask } from "@/lib/ops/task-lease";
import { db, transact } from "@/lib/platform/database/db";
import { notifyChanges } from "@/lib/recordings/live/changes";
import { recordProof } from "../kept/get-sound";
import { getUsage } from "../kept/limits";
import { listDueFiles, lockUsage } from "../sql/custody";
import { listHashes } from "../sql/files";
import { type Beside, type Pace, type Proof, soundStore } from "../store/sound-store";

type Verified = { files: number; recordings: number; faulty: FaultySound[] };
type FaultySound = { recordingId: string; sha256: string; proof: Exclude<Proof, "proved"> };

/**
 * Reads every kept file and notes what that shows: what is missing, or has another hash by now, is
 * fetched anew as far as it can be. Works beside those that fetch and play.
 */
export async function verifySounds(signal: AbortSignal): Promise<Verified> {
  const verified: Verified = { files: 0, recordings: 0, faulty: [] };
  for (let after: Uint8Array<ArrayBuffer> = new Uint8Array(); !signal.aborted; ) {
    const hashes = await listHashes(after, hashesAtOnce);
    for (const sha256 of hashes) {
      if (signal.aborted) break;
      await verifyOne(sha256, verified);
      after = sha256;
    }
    if (hashes.length < hashesAtOnce) break;
  }
  return verified;
}

/**
 * Lets everything that is not kept be fetched as soon as it can be, whatever was found before; but not
 * what retention has removed.
 * @returns how many there are
 */
export async function fetchMissing(): Promise<number> {
  const { count } = await db().sound.updateMany({
    where: { state: { notIn: ["kept", "removed"] } },
    data: { nextTryAt: new Date(), attempts: 0 },
  });
  return count;
}

const hashesAtOnce = 100;

async function verifyOne(sha256: Uint8Array<ArrayBuffer>, verified: Verified): Promise<void> {
  const { proof, recordingIds } = await proveFile(sha256);
  verified.files++;
  verified.recordings += recordingIds.length;
  if (proof === "proved") return;
  const hash = Buffer.from(sha256).toString("hex");
  for (const recordingId of recordingIds) {
    verified.faulty.push({ recordingId, sha256: hash, proof });
  }
}

/**
 * Who keeps a file looks, under the same lock, whether it is there: what is removed just after it was put
 * there is fetched again, and what was noted is seen here.
 */
const besideKeeping: Beside = (remove) =>
  transact(async (client) => {
    await lockUsage(client);
    return remove();
  }, "1min");

/**
 * Reads one kept file and notes what that shows for every recording that has it. One that has another
 * hash by now is set aside, so that nobody hears it and the next one takes its place.
 */
export async function proveFile(
  sha256: Uint8Array<ArrayBuffer>,
  pace?: Pace,
): Promise<{ proof: Proof; recordingIds: string[] }> {
  let proof = await soundStore().prove(sha256, pace);
  // Another one may have taken its place while it was read.
  if (proof === "changed" && (await soundStore().setAside(sha256, besideKeeping))) proof = "proved";
  const claimed = await db().soundFile.findMany({
    where: { sha256 },
    select: { recordingId: true },
  });
  const recordingIds = claimed.map(({ recordingId }) => recordingId);
  for (const recordingId of recordingIds) await recordProof({ recordingId, sha256 }, proof);
  return { proof, recordingIds };
}

/** A night's worth of reading, and how fast: the disk and the bucket serve others first. */
type Bounds = { bytesPerSecond: number; leastBytes: number };

const usualBounds: Bounds = { bytesPerSecond: 10_000_000, leastBytes: 1_000_000_000 };

const restSeconds = 24 * 3_600;
/** Each file is read again once it was not for so long; a night reads at most a share of all that is twice what this takes. */
const proveEveryDays = 7;
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
  const work = async (ending: AbortSignal) => {
    const usage = await getUsage();
    const mostBytes = Math.max(bounds.leastBytes, (2 * usage.bytes) / proveEveryDays);
    const pace = newPace(bounds.bytesPerSecond, ending);
    let bytes = 0;
    let files = await listDueFiles(proveEveryDays, null, filesAtOnce);
    while (files.length > 0 && bytes < mostBytes && failed.size < mostFailures) {
      const looked = new Set(failed);
      for (const file of files) {
        ending.throwIfAborted();
        const hash = Buffer.from(file.sha256).toString("hex");
        if (looked.has(hash)) continue;
        looked.add(hash);
        try {
          await checkFile(file.sha256, pace);
          read++;
        } catch (error) {
          if (ending.aborted) throw error;
          log().warn({ err: error, sha256: hash }, "a kept file can't be verified");
          failed.add(hash);
        }
        bytes += Number(file.bytes);
        if (bytes >= mostBytes) break;
      }
      files = await listDueFiles(proveEveryDays, files.at(-1) ?? null, filesAtOnce);
    }
    return failed.size > 0 ? `${failed.size} files can't be read` : null;
  };
  if (!(await runTask(pool, task, work, signal))) return read;
  if (read > 0) log().info({ read }, "kept audio was verified");
  return read;
}

async function checkFile(
  sha256: Uint8Array<ArrayBuffer>,
  pace: (bytes: number) => Promise<void>,
): Promise<void> {
  const { proof, recordingIds } = await proveFile(sha256, pace);
  if (proof !== "proved") await notifyChanges(db(), recordingIds);
}

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
