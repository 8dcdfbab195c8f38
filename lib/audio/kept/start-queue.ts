import "server-only";
import { log } from "@/lib/ops/log";
import { type Loop, newStep, runLoop } from "@/lib/ops/loop";
import { collectNamed } from "@/lib/recordings/live/change-broadcaster";
import { markChecks } from "../checks/mark-sounds";
import { soundStore } from "../store/sound-store";
import { isSoundDue } from "./claim-sounds";
import { soundWanted } from "./get-sound";
import { dropOrphans, getNewestFirstSeq, listClaimed, queueSounds } from "./queue-sounds";

type QueueOptions = {
  /** Told every second or so whether anything is to be fetched or measured. */
  onDue: (isDue: boolean) => void;
};

/**
 * Finds recordings whose sound nobody has fetched, for the life of this process, and never as part of
 * what stores them: those that a notice names at once, new ones within seconds, and all there are now
 * and then. Any number of processes may do so at once.
 */
export function startSoundQueue({ onDue }: QueueOptions): Loop {
  const { ids: named, stop: stopCollecting } = collectNamed();
  const tail = newTail();
  const sweep = newSweep();
  const steps = [
    newStep("sound of changed recordings can't be looked for", async () => {
      const ids = [...named].slice(0, idsAtOnce);
      if (ids.length > 0) await queueSounds({ ids });
      await markChecks(ids);
      for (const id of ids) named.delete(id);
    }),
    newStep("sound of new recordings can't be looked for", tail),
    newStep("sound of recordings can't be looked for", sweep.step),
    newStep("sound that is due can't be looked for", async () => onDue(await isSoundDue())),
  ];
  const worker = runLoop({
    wakeOn: [soundWanted],
    turn: async (signal) => {
      for (const step of steps) if (!signal.aborted) await step();
      if (named.size > 0) return 0;
      // Under load there is a notice every tenth of a second: one look for many of them is enough.
      return { ms: sweep.isResting() ? restMs : sweepRestMs, isWhole: true };
    },
  });
  return {
    ...worker,
    stop: async () => {
      await worker.stop();
      await stopCollecting();
    },
  };
}

const restMs = 500;
const idsAtOnce = 200;

const rowsAtOnce = 500;
/** Two seconds, in the order of acceptance: who commits later is found by a sweep. */
const overlapSeq = 2_000_000n << 12n;
const tailEveryMs = 2_000;

/** A step that looks at recordings that came since it was made. */
function newTail(): () => Promise<void> {
  let seenSeq: bigint | undefined;
  let lookedMs = Number.NEGATIVE_INFINITY;
  return async () => {
    if (performance.now() - lookedMs < tailEveryMs) return;
    lookedMs = performance.now();
    seenSeq ??= await getNewestFirstSeq();
    let afterSeq: bigint | null = seenSeq - overlapSeq;
    const newest = await getNewestFirstSeq();
    while (afterSeq !== null && afterSeq < newest) {
      ({ endSeq: afterSeq } = await queueSounds({ afterSeq, most: rowsAtOnce }));
    }
    seenSeq = newest;
  };
}

const sweepRestMs = 100;
/** At least so long between two sweeps, and many times as long as one takes. */
const leastPauseMs = 10 * 60_000;
const pauseShare = 30;
const tidyEveryMs = 24 * 3_600_000;

/** A step that looks at a slice of all recordings, and rests for a while after the last one. */
function newSweep() {
  let afterSeq = 0n;
  let orphansAfter: string | null = "";
  let workedMs = 0;
  let restsUntilMs = 0;
  let tidiedMs = 0;
  let isTidying = false;
  const tidy = newStep("audio that nobody claims can't be removed", async () => {
    const removed = await soundStore().removeUnclaimed(listClaimed);
    if (removed > 0) log().info({ removed }, "audio files without a recording were removed");
  });
  const isResting = () => performance.now() < restsUntilMs;
  const slice = async () => {
    const { endSeq, ids } = await queueSounds({ afterSeq, most: rowsAtOnce });
    await markChecks(ids);
    if (endSeq !== null) {
      afterSeq = endSeq;
      return false;
    }
    orphansAfter = await dropOrphans(orphansAfter ?? "", rowsAtOnce);
    if (orphansAfter !== null) return false;
    // Not waited for: a bucket may take long to list. What fails is tried the next day.
    if (!isTidying && (performance.now() - tidiedMs > tidyEveryMs || tidiedMs === 0)) {
      tidiedMs = performance.now();
      isTidying = true;
      tidy().finally(() => {
        isTidying = false;
      });
    }
    return true;
  };
  const step = async () => {
    if (isResting()) return;
    const beganMs = performance.now();
    const isOver = await slice();
    workedMs += performance.now() - beganMs;
    if (!isOver) return;
    restsUntilMs = performance.now() + Math.max(leastPauseMs, workedMs * pauseShare);
    afterSeq = 0n;
    orphansAfter = "";
    workedMs = 0;
  };
  return { step, isResting };
}
