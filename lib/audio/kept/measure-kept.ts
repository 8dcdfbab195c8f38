import "server-only";
import { setTimeout as sleep } from "node:timers/promises";
import { updateHeardMarks } from "@/lib/heard/store";
import { log } from "@/lib/ops/log";
import { newBeside, newStep } from "@/lib/ops/loop";
import { claimTask, releaseTasks, runTask } from "@/lib/ops/task-lease";
import { backgroundPool, db } from "@/lib/platform/database/db";
import { notifyChanges } from "@/lib/recordings/live/changes";
import { measurements, measureSound } from "../measure/measure-sound";
import { isAnyOutdated, listSharing, type Taken, takeOutdated, takeUnmeasured } from "../sql/files";
import { isMissing } from "../store/sound-folder";
import type { SoundStore } from "../store/sound-store";
import { markChecks, measureAudible } from "./check-sound";
import { recordProof } from "./get-sound";

type MeasurerOptions = {
  store: SoundStore;
  claimant: string;
  /** At least so long between two files that are measured anew. */
  anewRestMs: number;
  signal: AbortSignal;
};

/**
 * Measures what is kept: what nobody has measured at once, the newest first, and what has ended a process
 * after all others, so that chance doesn't hit one file three times; beside it, slowly and in one
 * process at a time, what a former measurement has read or could not read. What ends this process three
 * times is left alone: once or twice it may have been by chance.
 */
export function newMeasurer({ store, claimant, anewRestMs, signal }: MeasurerOptions) {
  const fresh = newLane(store);
  const anew = newLane(store);
  const measureAll = newStep("sound can't be measured", async () => {
    while (!signal.aborted && (await fresh.measure(await takeFresh())));
  });
  const mendAll = newStep("sound can't be measured anew", async () => {
    if (!(await isAnyOutdated())) return;
    const pool = backgroundPool();
    const task = await claimTask(pool, "audio-measure", claimant, 0);
    if (!task) return;
    const work = async (ending: AbortSignal) => {
      while (!ending.aborted) {
        const beganMs = performance.now();
        if (!(await anew.measure(await takeOutdated()))) break;
        const tookMs = performance.now() - beganMs;
        const restMs = Math.max(anewRestMs, tookMs * restShare);
        await sleep(restMs, undefined, { signal: ending, ref: false });
      }
      return null;
    };
    try {
      await runTask(pool, task, work, signal);
    } finally {
      await releaseTasks(pool, claimant);
    }
  });
  const [measuring, mending] = [newBeside(measureAll), newBeside(mendAll)];
  return {
    /** Begins whatever isn't under way; nothing is measured anew for the first time while something comes. */
    begin: ({ isFetching }: { isFetching: boolean }): void => {
      measuring.begin();
      if (!isFetching && !fresh.isBusy()) mending.begin();
    },
    /** A file that takes long is measured another time, and this one doesn't count. */
    end: async (): Promise<void> => {
      const both = Promise.all([measuring.done(), mending.done()]);
      await Promise.race([both, sleep(endMs, undefined, { ref: false })]);
      await Promise.all([fresh.giveBack(), anew.giveBack()]).catch(() => undefined);
    },
  };
}

const endMs = 2_000;
/** Between two files that are measured anew it rests so many times as long as one took. */
const restShare = 4;
const mostTries = 3;

/** Null: there is none. */
async function takeFresh(): Promise<Taken | null> {
  return (await takeUnmeasured(false)) ?? takeUnmeasured(true);
}

/** One file after the other. */
function newLane(store: SoundStore) {
  let begun: Taken | null = null;
  const giveBack = async () => {
    if (!begun) return;
    const { recordingId, sha256, isAnew } = begun;
    begun = null;
    const fewer = { decrement: 1 };
    await db().soundFile.updateMany({
      where: { recordingId, sha256 },
      data: isAnew ? { anewTries: fewer } : { measureTries: fewer },
    });
  };
  return {
    giveBack,
    isBusy: () => begun !== null,
    /** @returns false: there was none @throws what its store throws: the file is tried again */
    measure: async (taken: Taken | null): Promise<boolean> => {
      if (!taken) return false;
      begun = taken;
      let measured: Measuring = null;
      try {
        if (taken.tries <= mostTries) measured = await tryMeasuring(store, taken);
      } catch (error) {
        if (!isMissing(error)) {
          await giveBack();
          throw error;
        }
        await recordProof(taken, "missing");
      }
      begun = null;
      await settle(taken, measured);
      return true;
    },
  };
}

type Measuring = Awaited<ReturnType<typeof measureSound>> | null;

/** What is known of a file stays, unless it was read better. */
async function settle(taken: Taken, measured: Measuring): Promise<void> {
  const { recordingId, sha256, type, isAnew } = taken;
  const where = { recordingId, sha256 };
  const isBetter = !isAnew || measured?.peaks != null;
  await db().soundFile.updateMany({
    where: isBetter ? where : { ...where, peaks: null },
    data: { measuredAt: new Date(), ...measured, ...toAudible(measured) },
  });
  await db().soundFile.updateMany({
    where,
    data: { measuredBy: measurements[type] ?? 1, anewTries: 0 },
  });
  await markChecks([recordingId, ...(await listSharing([recordingId], mostSharing))]);
  await updateHeardMarks([recordingId]);
  await notifyChanges(db(), [recordingId]);
}

/** The others are checked in their turn. */
const mostSharing = 200;

function toAudible(measured: Measuring) {
  if (!measured?.peaks || measured.channels === null) return {};
  return { audible: measureAudible(measured.peaks, measured.channels) };
}

/** Null: no decoder reads it. @throws what its store throws */
function tryMeasuring(store: SoundStore, { sha256, type }: Taken): Promise<Measuring> {
  return store.withFile(sha256, async (path) => {
    try {
      return await measureSound(path);
    } catch (error) {
      if (isMissing(error)) throw error;
      log().debug({ err: error, type }, "a kept file can't be measured");
      return null;
    }
  });
}
