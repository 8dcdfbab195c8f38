import "server-only";
import { randomUUID } from "node:crypto";
import { log } from "@/lib/ops/log";
import { backgroundPool } from "@/lib/platform/db";
import { ensureNextDays } from "../delivery-days";
import { foldDrift } from "../drift/fold-drift";
import { newBell } from "../new-bell";
import { tidyBodies } from "../retention/tidy-bodies";
import { releaseTasks } from "./claim";

type Upkeep = { wake: () => void; stop: () => Promise<void> };

const held = globalThis as { earshotUpkeep?: Upkeep };

/** Does what nobody waits for, for the life of this process: days ahead, drift, retention. */
export function startUpkeep(): Upkeep {
  held.earshotUpkeep ??= newUpkeep();
  return held.earshotUpkeep;
}

/** Tells this process that something is due. */
export function wakeUpkeep(): void {
  held.earshotUpkeep?.wake();
}

const everyMs = 10_000;

function newUpkeep(): Upkeep {
  const claimant = randomUUID();
  const bell = newBell();
  let isStopping = false;
  const steps = [
    newStep("the next days' partitions can't be made", () =>
      ensureNextDays(backgroundPool(), new Date()),
    ),
    newStep("drift can't be counted", async () => {
      while (!isStopping && (await foldDrift(backgroundPool())) > 0);
    }),
    newStep("raw bytes can't be tidied", () => tidyBodies(backgroundPool(), claimant, new Date())),
  ];

  const loop = async () => {
    while (!isStopping) {
      for (const step of steps) if (!isStopping) await step();
      if (!isStopping) await bell.wait(everyMs);
    }
  };
  const done = loop();
  return {
    wake: bell.ring,
    stop: async () => {
      isStopping = true;
      bell.ring();
      await done;
      await releaseTasks(backgroundPool(), claimant).catch(() => undefined);
    },
  };
}

/** A step that never throws, and logs a failure and its end once. */
function newStep(failure: string, work: () => Promise<unknown>): () => Promise<void> {
  let isFailing = false;
  return async () => {
    try {
      await work();
      if (isFailing) log().info(`no longer: ${failure}`);
      isFailing = false;
    } catch (error) {
      if (!isFailing) log().warn({ err: error }, `${failure}; retrying`);
      isFailing = true;
    }
  };
}
