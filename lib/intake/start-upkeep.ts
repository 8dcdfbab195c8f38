import "server-only";
import { randomUUID } from "node:crypto";
import type { Pool } from "pg";
import { claimTask, finishTask, holdTask, releaseTasks, upkeepWanted } from "@/lib/ops/task-lease";
import { newStep, runWorker, type Worker } from "@/lib/ops/worker";
import { backgroundPool, exportPool } from "@/lib/platform/database/db";
import { prismaOn } from "@/lib/platform/database/transaction";
import { clockOffset } from "@/lib/platform/process/event-clock";
import { processWide } from "@/lib/platform/process/process-wide";
import { readSigns } from "@/lib/recordings/ledger/read-signs";
import { isLedgerLean } from "@/lib/recordings/ledger/versions/ledger-form";
import { foldDrift } from "./drift/fold-drift";
import { leaseNode } from "./heartbeat/lease-node";
import { journal } from "./journal/open-journal";
import { measureClockOffset } from "./retention/body-days";
import { tidyBodies } from "./retention/tidy-bodies";
import { ensureNextDays } from "./store/delivery-days";
import { compareCountsIfDue, countAnewIfDue, mendMarksIfDue } from "./upkeep/check-counts";

/** Does what nobody waits for, for the life of this process: days ahead, drift, retention. */
export const startUpkeep = processWide("earshotUpkeep", newUpkeep);

const everyMs = 10_000;

function newUpkeep(): Worker {
  const claimant = randomUUID();
  const readSignsOnce = newSignsStep(claimant);
  let stopping: AbortSignal | undefined;
  const steps = [
    newStep("the database's clock can't be read", async () => {
      clockOffset.publish(await measureClockOffset(backgroundPool()));
    }),
    newStep("no node can be leased", async () => leaseNode(backgroundPool(), await journal())),
    newStep("the next days' partitions can't be made", () =>
      ensureNextDays(backgroundPool(), new Date()),
    ),
    newStep("drift can't be counted", async () => {
      while (!stopping?.aborted && (await foldDrift(backgroundPool())) > 0);
    }),
    newStep("the calls can't be counted", () => countAnewIfDue(exportPool(), claimant)),
    newStep("the counts can't be compared", () => compareCountsIfDue(exportPool(), claimant)),
    newStep("marks can't be mended", () => mendMarksIfDue(exportPool(), claimant)),
    newStep("signs can't be read", () => readSignsOnce(backgroundPool())),
    newStep("raw bytes can't be tidied", () => tidyBodies(backgroundPool(), claimant, new Date())),
  ];

  return runWorker({
    wakeOn: [upkeepWanted],
    turn: async (signal) => {
      stopping = signal;
      for (const step of steps) if (!signal.aborted) await step();
      return everyMs;
    },
    atEnd: () => releaseTasks(backgroundPool(), claimant).catch(() => undefined),
  });
}

/** Once, for what there was before the signs were kept. */
const neverAgain = 1e9;
/** Whatever else is due comes in between. */
const mostMs = 3_000;

/**
 * Begins when the version before is gone, which writes texts without their signs.
 * @returns a step that looks at some calls' signs and goes on the next time where it was
 */
export function newSignsStep(claimant: string): (pool: Pool) => Promise<void> {
  let after: string | null = "";
  return async (pool) => {
    if (!(await isLedgerLean(prismaOn(pool)))) return;
    const task = await claimTask(pool, "read-signs", claimant, neverAgain);
    if (!task) return;
    const untilMs = Date.now() + mostMs;
    while (after !== null && Date.now() < untilMs) after = await readSigns(pool, after);
    if (after !== null) return holdTask(prismaOn(pool), task);
    after = "";
    await finishTask(pool, task, null);
  };
}
