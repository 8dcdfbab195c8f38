import "server-only";
import { setTimeout as sleep } from "node:timers/promises";
import type { Pool } from "pg";
import { startSilenceSearch } from "@/lib/coverage/silences";
import { type Loop, newStep, runLoop } from "@/lib/ops/loop";
import { backgroundPool } from "@/lib/platform/database/db";
import { mostApartMs } from "@/lib/platform/process/event-clock";
import { processWide } from "@/lib/platform/process/process-wide";
import { env } from "@/lib/platform/settings/env";
import { startTotalling } from "@/lib/recordings/totals/run-totals";
import { getRetention } from "@/lib/settings/store";
import { restoreMissing } from "./archive/restore-missing";
import { drainWatermark, startDrain } from "./drain/drain";
import { startWritingPeriods } from "./heartbeat/write-periods";
import { archiveFolder, EntryFiles, removeEntryFile } from "./journal/drained-archive";
import { journal } from "./journal/open-journal";
import { startRereading } from "./reread/run-reread";
import { readDatabaseNow } from "./retention/body-days";
import { startUpkeep } from "./upkeep/start-upkeep";

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

/**
 * Looks after what was drained, for the life of this process: puts back what the database has lost,
 * and forgets what is too old.
 */
const startArchive = processWide("earshotArchive", newArchive);

const everyMs = 5_000;
const forgetEveryMs = 600_000;

function newArchive(): Loop {
  // A journal in the database itself has no archive.
  if (env().JOURNAL !== "disk") return { wake: () => undefined, stop: async () => undefined };
  const folder = archiveFolder(env().DATA_DIR);
  const stopping = new AbortController();
  let forgottenAtMs = Number.NEGATIVE_INFINITY;
  const restore = newStep("what the database may lack can't be looked for", async () => {
    await restoreMissing(backgroundPool(), await journal(), folder, stopping.signal);
  });
  const forget = newStep("what was drained long ago can't be forgotten", async () => {
    if (performance.now() - forgottenAtMs < forgetEveryMs) return;
    await forgetOld(backgroundPool(), folder, new Date());
    forgottenAtMs = performance.now();
  });
  const worker = runLoop({
    turn: async () => {
      await restore();
      await forget();
      return everyMs;
    },
  });
  return {
    wake: worker.wake,
    stop: () => {
      stopping.abort();
      return worker.stop();
    },
  };
}

/**
 * Removes archived entries that are older than the setting says, or than raw bytes are kept at all. By
 * the database's clock, and nothing while that of this machine differs much.
 */
export async function forgetOld(pool: Pool, folder: string, now: Date): Promise<number> {
  const databaseNow = await readDatabaseNow(pool);
  if (Math.abs(databaseNow.getTime() - now.getTime()) > mostApartMs) return 0;
  const { days } = await getRetention();
  const keptDays = Math.min(env().JOURNAL_KEEP_DAYS, days ?? Number.POSITIVE_INFINITY);
  const files = await new EntryFiles(folder).list();
  const old = files.filter(
    ({ writtenAtMs }) => writtenAtMs < databaseNow.getTime() - keptDays * 86_400_000,
  );
  for (const file of old) await removeEntryFile(file);
  return old.length;
}
