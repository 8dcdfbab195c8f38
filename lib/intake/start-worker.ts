import "server-only";
import { setTimeout as sleep } from "node:timers/promises";
import { startSilenceSearch } from "@/lib/coverage/silences/run-search";
import { startTotalling } from "@/lib/recordings/totals/run-totals";
import { startArchive } from "./archive/start-archive";
import { drainWatermark, startDrain } from "./drain/drain";
import { startWritingPeriods } from "./heartbeat/write-periods";
import { startRereading } from "./reread/run-reread";
import { startUpkeep } from "./start-upkeep";

/**
 * Starts whatever may be slow, large or wrong, for the life of this process: moves deliveries from the
 * journal into the ledger, reads them again where somebody asked for it, and does what nobody waits
 * for. Any number of processes may do so at once.
 */
export function startWorker(): { stop: () => Promise<void> } {
  const working = [
    startDrain(),
    startWritingPeriods(),
    startArchive(),
    startRereading(),
    startUpkeep(),
    startSilenceSearch(drainWatermark),
    startTotalling(),
  ];
  return {
    stop: async () => {
      const stopped = Promise.all(working.map((one) => one.stop()));
      // A database that never answers holds none of them longer.
      await Promise.race([stopped, sleep(stopTimeoutMs, undefined, { ref: false })]);
    },
  };
}

const stopTimeoutMs = 5_000;
