import "server-only";
import { randomUUID } from "node:crypto";
import { z } from "zod";
import { newStep } from "@/lib/ops/new-step";
import { backgroundPool, exportPool } from "@/lib/platform/database/db";
import { clockOffset } from "@/lib/platform/process/event-clock";
import { newBell } from "@/lib/platform/process/new-bell";
import { newTopic } from "@/lib/platform/process/topic";
import { foldDrift } from "../drift/fold-drift";
import { leaseNode } from "../heartbeat/lease-node";
import { journal } from "../journal/open-journal";
import { measureClockOffset } from "../retention/body-days";
import { tidyBodies } from "../retention/tidy-bodies";
import { ensureNextDays } from "../store/delivery-days";
import { compareCountsIfDue, countAnewIfDue } from "./check-counts";
import { releaseTasks } from "./claim";
import { newSignsStep } from "./read-signs-if-due";

/** Something is due. */
export const upkeepWanted = newTopic("upkeep-wanted", z.literal(true));

type Upkeep = { stop: () => Promise<void> };

const held = globalThis as { earshotUpkeep?: Upkeep };

/** Does what nobody waits for, for the life of this process: days ahead, drift, retention. */
export function startUpkeep(): Upkeep {
  held.earshotUpkeep ??= newUpkeep();
  return held.earshotUpkeep;
}

const everyMs = 10_000;

function newUpkeep(): Upkeep {
  const claimant = randomUUID();
  const bell = newBell();
  const deafen = upkeepWanted.subscribe(bell.ring);
  let isStopping = false;
  const readSignsOnce = newSignsStep(claimant);
  const steps = [
    newStep("the database's clock can't be read", async () => {
      clockOffset.publish(await measureClockOffset(backgroundPool()));
    }),
    newStep("no node can be leased", async () => leaseNode(backgroundPool(), await journal())),
    newStep("the next days' partitions can't be made", () =>
      ensureNextDays(backgroundPool(), new Date()),
    ),
    newStep("drift can't be counted", async () => {
      while (!isStopping && (await foldDrift(backgroundPool())) > 0);
    }),
    newStep("the calls can't be counted", () => countAnewIfDue(exportPool(), claimant)),
    newStep("the counts can't be compared", () => compareCountsIfDue(exportPool(), claimant)),
    newStep("signs can't be read", () => readSignsOnce(backgroundPool())),
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
    stop: async () => {
      isStopping = true;
      deafen();
      bell.ring();
      await done;
      await releaseTasks(backgroundPool(), claimant).catch(() => undefined);
    },
  };
}
