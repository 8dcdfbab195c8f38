import "server-only";
import { setTimeout as sleep } from "node:timers/promises";
import { z } from "zod";
import { log } from "@/lib/ops/log";
import { backgroundPool } from "@/lib/platform/database/db";
import { newBell } from "@/lib/platform/process/new-bell";
import { newTopic } from "@/lib/platform/process/topic";
import { foldCustomerCalls } from "./customer-calls";
import { foldCounts } from "./fold-counts";
import { fillZones, forgetZones, keepZone } from "./keep-zones";

type Totalling = { stop: () => Promise<void>; hurry: () => void };

/** When the totals held all changes of before, in milliseconds since 1970. */
export const totalsAddedUp = newTopic("totals-added-up", z.number());
const zoneWanted = newTopic("zone-wanted", z.string());
const held = globalThis as { earshotTotalling?: Totalling; earshotWantedZones?: Set<string> };
const pauseMs = 2_000;
/** So long changes gather while many come: together they cost less. */
const gatherMs = 400;

/** Keeps what is derived from the calls up to date, for the life of this process. */
export function startTotalling(): Totalling {
  held.earshotTotalling ??= newTotalling();
  return held.earshotTotalling;
}

/** Something was stored by this process. */
export function hurryTotals(): void {
  held.earshotTotalling?.hurry();
}

/** Somebody asked for the days of a zone: they shall be counted, if they aren't yet. */
export function wantZone(zone: string): void {
  held.earshotWantedZones ??= new Set();
  const told = held.earshotWantedZones;
  if (told.has(zone)) return;
  // Again in a while, for a worker that was not there.
  told.add(zone);
  setTimeout(() => told.delete(zone), wantAgainMs).unref();
  zoneWanted.publish(zone);
}

const wantAgainMs = 10_000;
const hourMs = 3_600_000;

function newTotalling(): Totalling {
  const wanted = new Set<string>();
  const keptAtMs = new Map<string, number>();
  const bell = newBell();
  let isStopping = false;
  let isFaulty = false;
  let forgotAtMs = 0;
  const deafen = zoneWanted.subscribe((zone) => {
    if (Date.now() - (keptAtMs.get(zone) ?? 0) < hourMs) return;
    wanted.add(zone);
    bell.ring();
  });

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
  const fold = async () => {
    const beganMs = Date.now();
    while (!isStopping && (await foldCounts(backgroundPool())) > 0);
    while (!isStopping && (await foldCustomerCalls(backgroundPool())) > 0);
    if (!isStopping) totalsAddedUp.publish(beganMs);
  };
  const loop = async () => {
    while (!isStopping) {
      try {
        await keepWanted();
        await fold();
        if (await fillZones(backgroundPool())) bell.ring();
        else await sleep(gatherMs);
        isFaulty = false;
      } catch (error) {
        if (!isFaulty) log().warn({ err: error }, "the totals can't be added up; retrying");
        isFaulty = true;
        await sleep(pauseMs);
      }
      if (!isStopping) await bell.wait(pauseMs);
    }
  };
  const done = loop();
  return {
    hurry: bell.ring,
    stop: async () => {
      isStopping = true;
      deafen();
      bell.ring();
      await done;
    },
  };
}
