import "server-only";
import { randomUUID } from "node:crypto";
import type { Pool } from "pg";
import { z } from "zod";
import { log } from "@/lib/ops/log";
import { runWorker, type Worker } from "@/lib/ops/worker";
import { backgroundPool } from "@/lib/platform/database/db";
import { LostLease } from "@/lib/platform/database/lease";
import { processWide } from "@/lib/platform/process/process-wide";
import { newTopic } from "@/lib/platform/process/topic";
import { journal } from "../journal/open-journal";
import { acceptedAtOf } from "../journal/sequence";
import { claimJob, finishJob, noteFault, releaseClaims } from "./job-lease";
import { rereadBatch } from "./reread-batch";

/** There is something to read again. */
export const rereadingWanted = newTopic("rereading-wanted", z.literal(true));

/** Works on whatever is to be read again, for the life of this process and gently. */
export const startRereading = processWide("earshotRereading", newRereading);

/** One step of the open job: a batch, or its end. False: there was nothing to do. */
export async function rereadStep(pool: Pool, claimant: string): Promise<boolean> {
  const job = await claimJob(pool, claimant);
  if (!job) return false;
  try {
    if ((await rereadBatch(pool, job)) === 0) await finishJob(pool, job);
  } catch (error) {
    if (!(error instanceof LostLease)) throw error;
  }
  return true;
}

const idlePollMs = 5_000;
const backOffMs = 5_000;
/** A batch is followed by a rest of twice its length. */
const restShare = 2;
const restMs = { least: 20, most: 2_000 };

function newRereading(): Worker {
  const claimant = randomUUID();
  let isFaulty = false;
  return runWorker({
    wakeOn: [rereadingWanted],
    turn: async (signal) => {
      try {
        await waitForCalm(() => signal.aborted);
        const startedMs = performance.now();
        const worked = await rereadStep(backgroundPool(), claimant);
        isFaulty = false;
        const restOfMs = (performance.now() - startedMs) * restShare;
        return worked ? Math.min(Math.max(restOfMs, restMs.least), restMs.most) : idlePollMs;
      } catch (error) {
        if (!isFaulty) log().error({ err: error }, "deliveries can't be read again; retrying");
        isFaulty = true;
        const fault = error instanceof Error ? error.message : String(error);
        await noteFault(backgroundPool(), claimant, fault).catch(() => undefined);
        return backOffMs;
      }
    },
    atEnd: () => releaseClaims(backgroundPool(), claimant).catch(() => undefined),
  });
}

const calmPollMs = 25;
const momentMs = 100;
/** Under a load that never rests a re-reading still gets on, by one batch now and then. */
const longestWaitMs = 10_000;

/** Live events go first: waits until none of them has been waiting for longer than a moment. */
async function waitForCalm(isStopping: () => boolean): Promise<void> {
  const endMs = performance.now() + longestWaitMs;
  while (!isStopping() && performance.now() < endMs) {
    const [oldest] = await (await journal()).read(1, 1);
    if (!oldest || Date.now() - acceptedAtOf(oldest.acceptedSeq) < momentMs) return;
    await new Promise((resolve) => setTimeout(resolve, calmPollMs));
  }
}
