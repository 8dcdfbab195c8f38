import "server-only";
import { randomUUID } from "node:crypto";
import { log } from "@/lib/ops/log";
import { type Loop, newStep, runLoop } from "@/lib/ops/loop";
import { claimTask, finishTask, releaseTasks, upkeepWanted } from "@/lib/ops/task-lease";
import { backgroundPool } from "@/lib/platform/database/db";
import { retrySounds } from "../kept/retry-sounds";
import { countUsage } from "../quota/usage";
import { checkFiles } from "./check-files";
import { checkSources } from "./check-sources";
import { clearRemoved, removeOldSounds } from "./remove-sounds";

const everyMs = 10_000;
const countEverySeconds = 24 * 3_600;

/**
 * Looks after what is kept, for the life of this process: adds it up, removes what is too old, reads
 * files again, asks their sources, and lets lists be fetched again. Any number of processes may do so; each task is one's at a time.
 */
export function startCustody(): Loop {
  const claimant = randomUUID();
  const ending = new AbortController();
  const { signal } = ending;
  const steps = [
    newStep("kept audio can't be added up", () => countIfDue(claimant)),
    newStep("removed audio can't be taken from its store", newClearing()),
    newStep("old audio can't be removed", () =>
      removeOldSounds(backgroundPool(), claimant, signal),
    ),
  ];
  // They may take hours, and nothing waits for them.
  const beside = [
    newStep("sounds of lists can't be fetched again", () =>
      retrySounds(backgroundPool(), claimant, signal),
    ),
    newStep("kept audio can't be verified", () => checkFiles(backgroundPool(), claimant, signal)),
    newStep("sources of audio can't be asked", () =>
      checkSources(backgroundPool(), claimant, signal),
    ),
  ].map(newBeside);
  let isTied = false;
  return runLoop({
    wakeOn: [upkeepWanted],
    turn: async (stopping) => {
      if (stopping.aborted) return 0;
      if (!isTied) stopping.addEventListener("abort", () => ending.abort(), { once: true });
      isTied = true;
      for (const one of beside) one.begin();
      for (const step of steps) if (!signal.aborted) await step();
      return everyMs;
    },
    atEnd: async () => {
      ending.abort();
      await Promise.all(beside.map((one) => one.done()));
      await releaseTasks(backgroundPool(), claimant).catch(() => undefined);
    },
  });
}

/** Begins a step anew unless it is still under way, and never waits for it. */
function newBeside(step: () => Promise<void>) {
  let running: Promise<void> | undefined;
  return {
    begin: () => {
      running ??= step().finally(() => {
        running = undefined;
      });
    },
    done: async () => running,
  };
}

const clearAgainMs = 10 * 60_000;

/** A step that takes removed files from the store; what it would not let go is tried again later. */
function newClearing(): () => Promise<void> {
  let restsUntilMs = Number.NEGATIVE_INFINITY;
  return async () => {
    if (performance.now() < restsUntilMs) return;
    if ((await clearRemoved()) > 0) restsUntilMs = performance.now() + clearAgainMs;
  };
}

async function countIfDue(claimant: string): Promise<void> {
  const pool = backgroundPool();
  const task = await claimTask(pool, "audio-usage", claimant, countEverySeconds);
  if (!task) return;
  const wrongBy = await countUsage();
  if (wrongBy !== 0) log().info({ wrongBy }, "audio usage was recounted");
  await finishTask(pool, task, null);
}
