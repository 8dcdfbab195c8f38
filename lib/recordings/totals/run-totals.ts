import "server-only";
import { setTimeout as sleep } from "node:timers/promises";
import { z } from "zod";
import { log } from "@/lib/ops/log";
import { type Loop, runLoop } from "@/lib/ops/loop";
import { backgroundPool } from "@/lib/platform/database/db";
import { processWide } from "@/lib/platform/process/process-wide";
import { newTopic } from "@/lib/platform/process/topic";
import { foldCustomerCalls } from "./customer-calls";
import { foldCounts } from "./fold-counts";
import { fillZones, forgetZones, keepZone } from "./keep-zones";

/** When the totals held all changes of before, in milliseconds since 1970. */
export const totalsAddedUp = newTopic("totals-added-up", z.number());
const zoneWanted = newTopic("zone-wanted", z.string());
/** The worker of this process, if it has one. */
const own = processWide("earshotTotalling", (): { worker?: Loop } => ({}));
const wantedZones = processWide("earshotWantedZones", () => new Set<string>());
const pauseMs = 2_000;
/** So long changes gather while many come: together they cost less. */
const gatherMs = 400;

/** Keeps what is derived from the calls up to date, for the life of this process. */
export function startTotalling(): Loop {
  own().worker ??= newTotalling();
  return own().worker as Loop;
}

/** Something was stored by this process. */
export function hurryTotals(): void {
  own().worker?.wake();
}

/** Somebody asked for the days of a zone: they shall be counted, if they aren't yet. */
export function wantZone(zone: string): void {
  const told = wantedZones();
  if (told.has(zone)) return;
  // Again in a while, for a worker that was not there.
  told.add(zone);
  setTimeout(() => told.delete(zone), wantAgainMs).unref();
  zoneWanted.publish(zone);
}

const wantAgainMs = 10_000;
const hourMs = 3_600_000;

function newTotalling(): Loop {
  const wanted = new Set<string>();
  const keptAtMs = new Map<string, number>();
  let isFaulty = false;
  let forgotAtMs = 0;

  const keepWanted = async () => {
    for (const zone of wanted) {
      const isKept = await keepZone(backgroundPool(), zone);
      wanted.delete(zone);
      keptAtMs.set(zone, Date.now());
      log().info({ zone, isKept }, "a zone whose days are wanted");
    }
    if (Date.now() - forgotAtMs < hourMs) return;
    forgotAtMs = Date.now();
    await forgetZones(backgroundPool());
  };
  const fold = async (signal: AbortSignal) => {
    const beganMs = Date.now();
    while (!signal.aborted && (await foldCounts(backgroundPool())) > 0);
    while (!signal.aborted && (await foldCustomerCalls(backgroundPool())) > 0);
    if (!signal.aborted) totalsAddedUp.publish(beganMs);
  };
  const worker = runLoop({
    turn: async (signal) => {
      try {
        await keepWanted();
        await fold(signal);
        const hasMore = await fillZones(backgroundPool());
        if (!hasMore) await sleep(gatherMs);
        isFaulty = false;
        return hasMore ? 0 : pauseMs;
      } catch (error) {
        if (!isFaulty) log().warn({ err: error }, "the totals can't be updated; retrying");
        isFaulty = true;
        await sleep(pauseMs);
        return pauseMs;
      }
    },
  });
  const unsubscribe = zoneWanted.subscribe((zone) => {
    if (Date.now() - (keptAtMs.get(zone) ?? 0) < hourMs) return;
    wanted.add(zone);
    worker.wake();
  });
  return {
    wake: worker.wake,
    stop: () => {
      unsubscribe();
      return worker.stop();
    },
  };
}
