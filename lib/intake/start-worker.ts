import "server-only";
import { randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import type { Pool } from "pg";
import { startSilenceSearch } from "@/lib/coverage/silences";
import { measureClockOffset, readDatabaseNow } from "@/lib/ops/clock-sql";
import { finishTask } from "@/lib/ops/lease-sql";
import { log } from "@/lib/ops/log";
import { type Loop, newStep, runLoop } from "@/lib/ops/loop";
import {
  claimTask,
  holdTask,
  releaseTasks,
  runTask,
  type Task,
  upkeepWanted,
} from "@/lib/ops/task-lease";
import { backgroundPool, exportPool, intakePool } from "@/lib/platform/database/db";
import { inTransaction, prismaOn } from "@/lib/platform/database/transaction";
import { clockOffset, describeApart } from "@/lib/platform/process/event-clock";
import { processWide } from "@/lib/platform/process/process-wide";
import { giveWay } from "@/lib/platform/process/processes";
import { env } from "@/lib/platform/settings/env";
import { newMergeStep, readSigns } from "@/lib/recordings/ledger/ledger";
import { mendMarks } from "@/lib/recordings/sql/marks";
import {
  countAnew,
  type Discrepancy,
  startTotalling,
  verifyCounts,
} from "@/lib/recordings/totals/totals";
import { isLedgerLean } from "@/lib/settings/ledger-terms-sql";
import { getRetention } from "@/lib/settings/store";
import { drainWatermark, startDrain } from "./drain/drain";
import { databaseFellBack, forgetSettled, hasFallenBack } from "./drain/settled";
import { foldDrift } from "./drift/drift";
import { archiveFolder, EntryFiles, removeEntryFile } from "./journal/drained-archive";
import { journal } from "./journal/open-journal";
import { leaseNode, restoreMissing, startWritingPeriods } from "./journal-and-database";
import { startRereading } from "./reread/reread-job";
import { tidyBodies } from "./retention/tidy-bodies";
import { ensureNextDays } from "./store/delivery-ranges";

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

const lookEveryMs = 5_000;
const forgetEveryMs = 600_000;

function newArchive(): Loop {
  // A journal in the database itself has no archive.
  if (env().JOURNAL !== "disk") return { wake: () => undefined, stop: async () => undefined };
  const folder = archiveFolder(env().DATA_DIR);
  const stopping = new AbortController();
  let forgottenAtMs = Number.NEGATIVE_INFINITY;
  let isFirst = true;
  const restore = newStep("what the database may lack can't be looked for", async () => {
    const isLost = await hasFallenBack(intakePool());
    const doubt = isLost ? "lost" : isFirst ? "since-mark" : "none";
    await restoreMissing(backgroundPool(), await journal(), folder, stopping.signal, doubt);
    isFirst = false;
    if (isLost) forgetSettled(intakePool());
  });
  const forget = newStep("what was drained long ago can't be forgotten", async () => {
    if (performance.now() - forgottenAtMs < forgetEveryMs) return;
    await forgetOld(backgroundPool(), folder, new Date());
    forgottenAtMs = performance.now();
  });
  const worker = runLoop({
    wakeOn: [databaseFellBack],
    turn: async () => {
      await restore();
      await forget();
      return lookEveryMs;
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
  const databaseNow = await readDatabaseNow(prismaOn(pool));
  if (describeApart(now, databaseNow)) return 0;
  const { days } = await getRetention();
  const keptDays = Math.min(env().JOURNAL_KEEP_DAYS, days ?? Number.POSITIVE_INFINITY);
  const files = await new EntryFiles(folder).list();
  const old = files.filter(
    ({ writtenAtMs }) => writtenAtMs < databaseNow.getTime() - keptDays * 86_400_000,
  );
  for (const file of old) await removeEntryFile(file);
  return old.length;
}

/** Does what nobody waits for, for the life of this process: days ahead, drift, retention. */
const startUpkeep = processWide("earshotUpkeep", newUpkeep);

const everyMs = 10_000;

function newUpkeep(): Loop {
  const claimant = randomUUID();
  const readSignsOnce = newSignsStep(claimant);
  const mendMarksAgain = newMarksStep(claimant);
  const mergePending = newMergeStep();
  let stopping: AbortSignal | undefined;
  const steps = [
    newStep("the database's clock can't be read", async () => {
      clockOffset.publish(await measureClockOffset(backgroundPool()));
    }),
    newStep("no node can be leased", async () => leaseNode(backgroundPool(), await journal())),
    newStep("the next days' partitions can't be made", () =>
      ensureNextDays(backgroundPool(), new Date()),
    ),
    newStep("drift can't be counted", async () => {
      while (!stopping?.aborted && (await foldDrift(backgroundPool())) > 0);
    }),
    newStep("what searches read one by one can't be merged", () => mergePending(backgroundPool())),
    newStep("the calls can't be counted", () => countAnewIfDue(exportPool(), claimant)),
    newStep("the counts can't be compared", () => compareCountsIfDue(exportPool(), claimant)),
    newStep("marks can't be mended", () => mendMarksAgain(backgroundPool())),
    newStep("signs can't be read", () => readSignsOnce(backgroundPool())),
    newStep("raw bytes can't be tidied", () => tidyBodies(backgroundPool(), claimant, new Date())),
  ];

  return runLoop({
    wakeOn: [upkeepWanted],
    turn: async (signal) => {
      stopping = signal;
      for (const step of steps) if (!signal.aborted) await step();
      return everyMs;
    },
    atEnd: () => releaseTasks(backgroundPool(), claimant).catch(() => undefined),
  });
}

/** Once, for what there was before the signs were kept, or only when somebody asks for it. */
const neverAgain = 1e9;

/**
 * Begins when the version before is gone, which writes texts without their signs.
 * @returns a step that looks at some calls' signs and goes on the next time where it was
 */
export function newSignsStep(claimant: string): (pool: Pool) => Promise<void> {
  const read = newSlicedTask("read-signs", claimant, {
    rest: neverAgain,
    mostMs: 3_000,
    look: readSigns,
  });
  return async (pool) => {
    if (await inTransaction(pool, isLedgerLean)) await read(pool);
  };
}

/**
 * Mends, once a day, the marks of calls that changed or went while they were set.
 * @returns a step that looks at some calls' marks and goes on the next time where it was: people who read
 * the list meanwhile notice nothing of it
 */
export function newMarksStep(claimant: string, mostMs = 300): (pool: Pool) => Promise<void> {
  return newSlicedTask("mend-marks", claimant, {
    rest: restSeconds,
    mostMs,
    look: async (pool, after) => {
      await giveWay();
      return mendMarks(prismaOn(pool), after, marksAtOnce);
    },
  });
}

const marksAtOnce = 200;

type Sliced = {
  /** In seconds, after its end. */
  rest: number;
  /** Whatever else is due comes in between. */
  mostMs: number;
  /** Takes a slice behind an id, and gives the last one of it; null: there is none behind it. */
  look: (pool: Pool, after: string) => Promise<string | null>;
};

function newSlicedTask(
  name: Task,
  claimant: string,
  { rest, mostMs, look }: Sliced,
): (pool: Pool) => Promise<void> {
  let after: string | null = "";
  return async (pool) => {
    const task = await claimTask(pool, name, claimant, rest);
    if (!task) return;
    const untilMs = performance.now() + mostMs;
    do after = await look(pool, after ?? "");
    while (after !== null && performance.now() < untilMs);
    if (after !== null) return holdTask(prismaOn(pool), task);
    after = "";
    await finishTask(pool, task, null);
  };
}

/** Of what is done once a day, whichever process does it. */
const restSeconds = 86_400;
const sampledDays = 20;

/** Counts all that is derived from the calls anew where somebody asked for it, a migration for one. */
export async function countAnewIfDue(pool: Pool, claimant: string): Promise<void> {
  await doTask(pool, "count-anew", claimant, neverAgain, async () => {
    await countAnew(pool);
    log().info("all counts were rebuilt from the calls");
    return null;
  });
}

/**
 * Compares a sample of what is derived with the calls, once a night; what differs is counted anew.
 * @param now by the database's clock
 */
export async function compareCountsIfDue(pool: Pool, claimant: string, now?: Date): Promise<void> {
  const rest = secondsSinceNight(now ?? (await readDatabaseNow(prismaOn(pool))));
  await doTask(pool, "verify-counts", claimant, rest, async () => {
    const found = await verifyCounts(pool, sampledDays);
    if (found.length === 0) return null;
    log().error(
      { found: found.map(({ of, rows }) => ({ of, rows })) },
      "counts differ from the calls",
    );
    await countAnew(pool);
    return `${describeDiscrepancies(found)}; all was counted anew`;
  });
}

/**
 * While it is night, from 01:00 to 05:00 UTC, since its beginning: what ended before is due once. By day
 * only what was missed for a whole day, where nothing ran at night.
 */
function secondsSinceNight(now: Date): number {
  const ofDay = (now.getTime() / 1_000) % 86_400;
  return ofDay >= 3_600 && ofDay < 5 * 3_600 ? ofDay - 3_600 : restSeconds;
}

/** In words, without values of calls. */
function describeDiscrepancies(found: Discrepancy[]): string {
  return found.map(({ of, rows }) => `${of}: ${rows} differ`).join(", ");
}

/** @param work gives what is to be told of it; null: all is well */
async function doTask(
  pool: Pool,
  name: Task,
  claimant: string,
  rest: number,
  work: () => Promise<string | null>,
): Promise<void> {
  const task = await claimTask(pool, name, claimant, rest);
  if (!task) return;
  await runTask(pool, task, () =>
    work().catch((error: unknown) => {
      // What people read names no values of calls; the log has the cause.
      throw new Error("it broke off", { cause: error });
    }),
  );
}
