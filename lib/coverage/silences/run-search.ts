import "server-only";
import { setTimeout as sleep } from "node:timers/promises";
import { log } from "@/lib/ops/log";
import { backgroundPool } from "@/lib/platform/database/db";
import { eventNowMs } from "@/lib/platform/process/event-clock";
import { env } from "@/lib/platform/settings/env";
import { searchSilences } from "./search-silences";

type Search = { stop: () => Promise<void> };

const held = globalThis as { earshotSilenceSearch?: Search };

/**
 * Looks for silences every few minutes, for the life of this process.
 * @param knownUpTo up to when whatever was accepted is in the ledger
 */
export function startSilenceSearch(knownUpTo: () => Promise<Date>): Search {
  held.earshotSilenceSearch ??= newSearch(knownUpTo);
  return held.earshotSilenceSearch;
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

function newSearch(knownUpTo: () => Promise<Date>): Search {
  const stopping = new AbortController();
  let isFailing = false;

  const search = async () => {
    try {
      const knownMs = (await knownUpTo()).getTime();
      await searchSilences(backgroundPool(), {
        upTo: new Date(knownMs - longCallMs),
        timeZone: env().CALLING_SERVICE_TIME_ZONE ?? "UTC",
        notAfter: new Date(eventNowMs() - enoughMs),
      });
      isFailing = false;
    } catch (error) {
      if (!isFailing) log().warn({ err: error }, "silences can't be looked for; retrying");
      isFailing = true;
    }
  };
  const loop = async () => {
    while (!stopping.signal.aborted) {
      const beganMs = performance.now();
      await search();
      const restMs = Math.max(everyMs, (performance.now() - beganMs) * restShare);
      const pauseMs = isFailing ? retryMs : restMs;
      await sleep(pauseMs, undefined, { signal: stopping.signal }).catch(() => undefined);
    }
  };
  const done = loop();
  return {
    stop: async () => {
      stopping.abort();
      await Promise.race([done, sleep(farewellMs)]);
    },
  };
}
