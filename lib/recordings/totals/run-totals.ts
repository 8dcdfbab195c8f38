import "server-only";
import { setTimeout as sleep } from "node:timers/promises";
import { z } from "zod";
import { log } from "@/lib/ops/log";
import { backgroundPool } from "@/lib/platform/db";
import { newTopic } from "@/lib/platform/topic";
import { addUpTotals, keepZone } from "./keep-totals";

type Totalling = { stop: () => Promise<void> };

/** When the totals held all changes of before, in milliseconds since 1970. */
export const totalsAddedUp = newTopic("totals-added-up", z.number());
const zoneWanted = newTopic("zone-wanted", z.string());
const held = globalThis as { earshotTotalling?: Totalling; earshotWantedZones?: Set<string> };
const pauseMs = 2_000;

/** Keeps the totals short to read, for the life of this process. */
export function startTotalling(): Totalling {
  held.earshotTotalling ??= newTotalling();
  return held.earshotTotalling;
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

function newTotalling(): Totalling {
  const wanted = new Set<string>();
  const answered = new Set<string>();
  const stopping = new AbortController();
  const deafen = zoneWanted.subscribe((zone) => {
    if (!answered.has(zone)) wanted.add(zone);
  });
  let isFaulty = false;

  const loop = async () => {
    while (!stopping.signal.aborted) {
      try {
        for (const zone of wanted) {
          const isKept = await keepZone(backgroundPool(), zone);
          wanted.delete(zone);
          answered.add(zone);
          log().info({ zone, isKept }, "a zone whose days are wanted");
        }
        const beganMs = Date.now();
        await addUpTotals(backgroundPool());
        totalsAddedUp.publish(beganMs);
        isFaulty = false;
      } catch (error) {
        if (!isFaulty) log().warn({ err: error }, "the totals can't be added up; retrying");
        isFaulty = true;
      }
      await sleep(pauseMs, undefined, { signal: stopping.signal }).catch(() => undefined);
    }
  };
  const done = loop();
  return {
    stop: async () => {
      deafen();
      stopping.abort();
      await done;
    },
  };
}
