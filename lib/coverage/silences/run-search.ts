import "server-only";
import { setTimeout as sleep } from "node:timers/promises";
import { log } from "@/lib/ops/log";
import { type Loop, runLoop } from "@/lib/ops/loop";
import { backgroundPool } from "@/lib/platform/database/db";
import { eventNowMs } from "@/lib/platform/process/event-clock";
import { processWide } from "@/lib/platform/process/process-wide";
import { env } from "@/lib/platform/settings/env";
import { searchSilences } from "./search-silences";

/**
 * Looks for silences every few minutes, for the life of this process.
 * @param knownUpTo up to when whatever was accepted is in the ledger
 */
export function startSilenceSearch(knownUpTo: () => Promise<Date>): Loop {
  return processWide("earshotSilenceSearch", () => newSearch(knownUpTo))();
}

const everyMs = 5 * 60_000;
/** A process that starts looks at once, unless one has looked so lately. */
const enoughMs = 4 * 60_000;
const retryMs = 10_000;
/** Where a search is long, so is the rest: it takes a hundredth of the time at most. */
const restShare = 100;
/** A call is told of when it has ended, so the last minutes are never complete. */
const longCallMs = 20 * 60_000;
const farewellMs = 1_000;

function newSearch(knownUpTo: () => Promise<Date>): Loop {
  let isFailing = false;
  const search = async () => {
    const knownMs = (await knownUpTo()).getTime();
    await searchSilences(backgroundPool(), {
      upTo: new Date(knownMs - longCallMs),
      timeZone: env().CALLING_SERVICE_TIME_ZONE ?? "UTC",
      notAfter: new Date(eventNowMs() - enoughMs),
    });
  };
  const worker = runLoop({
    turn: async () => {
      const beganMs = performance.now();
      try {
        await search();
        isFailing = false;
        return Math.max(everyMs, (performance.now() - beganMs) * restShare);
      } catch (error) {
        if (!isFailing) log().warn({ err: error }, "can't look for silences; retrying");
        isFailing = true;
        return retryMs;
      }
    },
  });
  return {
    wake: worker.wake,
    stop: async () => {
      await Promise.race([worker.stop(), sleep(farewellMs)]);
    },
  };
}
