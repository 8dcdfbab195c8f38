import "server-only";
import { randomUUID } from "node:crypto";
import { mkdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import type { Pool } from "pg";
import { z } from "zod";
import { unsavedPeriods, unsavedPeriodsTopic } from "@/lib/coverage/listening-period";
import { recordPeriods } from "@/lib/coverage/sql";
import { log } from "@/lib/ops/log";
import { newStep } from "@/lib/ops/loop";
import { intakePool } from "@/lib/platform/database/db";
import { prismaOn } from "@/lib/platform/database/transaction";
import { sqlStateOf } from "@/lib/platform/faults";
import { writeAtomically } from "@/lib/platform/files/data-directory";
import { processWide } from "@/lib/platform/process/process-wide";
import { findMissing } from "./drain/settled";
import { EntryFiles, readEntryFile } from "./journal/drained-archive";
import type { Journal } from "./journal/journal";
import { journal } from "./journal/open-journal";
import { renewNode, takeNode } from "./journal/sql";
import { type Identity, readDatabaseId, readIdentity, upsertMark } from "./sql";

/**
 * Puts back into the journal what was drained into another database, or into a later state of this one,
 * and is missing in it now: after a switch of the database, a failover, or the restore of a backup. How
 * far this database was known is kept on both sides; where they differ, everything that is archived is
 * looked for. Idempotent; resolves to how many entries it put back.
 * @param folder of the archive
 * @param doubt whether what was drained last is missing, or nobody knows, and it may be so since the last mark
 */
export async function restoreMissing(
  pool: Pool,
  journal: Journal,
  folder: string,
  signal: AbortSignal,
  doubt: "none" | "since-mark" | "lost" = "none",
): Promise<number> {
  let files = await new EntryFiles(folder).list();
  const known = await readKnown(folder);
  const identity = await askIdentity(pool);
  const isSame = known && isAsKnown(known, identity, await readMark(pool, known.journal));
  if (isSame && doubt === "none") {
    const isDue = Date.now() - known.markedAtMs > markEveryMs;
    if (isDue) await mark(pool, folder, { ...known, ...identity });
    return 0;
  }
  if (isSame && doubt === "since-mark") {
    files = files.filter(({ writtenAtMs }) => writtenAtMs > known.markedAtMs - 2 * markEveryMs);
  } else if (known) {
    log().warn("the database is a different or older one; looking for missing deliveries");
  }
  let restored = 0;
  for (const file of files) {
    for await (const entries of readEntryFile(file)) {
      const missing = await findMissing(pool, entries);
      if (missing.length > 0) await journal.putBack(missing);
      restored += missing.length;
      // What was put back is drained meanwhile, so that the journal stays small.
      while (missing.length > 0 && (await journal.depth()) > mostWaiting) {
        await sleep(pauseMs, undefined, { signal });
      }
      signal.throwIfAborted();
    }
  }
  if (known && (restored > 0 || !isSame)) {
    log().warn({ restored }, "missing deliveries were put back into the journal");
  }
  await mark(pool, folder, { journal: known?.journal ?? randomUUID(), ...identity });
  return restored;
}

/** A mark this old is replaced, so that a restore of an older state finds an older mark. */
const markEveryMs = 60_000;
const mostWaiting = 2_000;
const pauseMs = 100;

const identitySchema = z.object({
  /** Null where the database doesn't say. */
  system: z.string().nullable(),
  timeline: z.number().nullable(),
  database: z.string(),
});
const knownSchema = identitySchema.extend({
  /** Names this archive in the database. */
  journal: z.uuid(),
  mark: z.uuid(),
  markedAtMs: z.number(),
});
type Known = z.infer<typeof knownSchema>;

function isAsKnown(known: Known, identity: Identity, mark: string | null): boolean {
  const { system, timeline, database } = identity;
  return (
    known.mark === mark &&
    known.system === system &&
    known.timeline === timeline &&
    known.database === database
  );
}

async function readKnown(folder: string): Promise<Known | null> {
  const text = await readFile(join(folder, knownName), "utf8").catch(() => "null");
  try {
    return knownSchema.nullable().parse(JSON.parse(text));
  } catch {
    return null;
  }
}

const knownName = "database.json";

/** First here, then there: what ends between the two leads to one more look, and never to none. */
async function mark(
  pool: Pool,
  folder: string,
  known: Omit<Known, "mark" | "markedAtMs">,
): Promise<void> {
  const next: Known = { ...known, mark: randomUUID(), markedAtMs: Date.now() };
  await mkdir(folder, { recursive: true, mode: 0o700 });
  await writeAtomically(join(folder, knownName), `${JSON.stringify(next)}\n`);
  await upsertMark(pool, next.journal, next.mark);
}

async function readMark(pool: Pool, journal: string): Promise<string | null> {
  const known = await prismaOn(pool).journalMark.findUnique({ where: { journal } });
  return known?.mark ?? null;
}

async function askIdentity(pool: Pool): Promise<Identity> {
  try {
    return identitySchema.parse(await readIdentity(pool));
  } catch (error) {
    // Some hosts let nobody ask.
    if (sqlStateOf(error) === undefined) throw error;
    const database = await readDatabaseId(pool);
    return identitySchema.parse({ system: null, timeline: null, database });
  }
}

/**
 * Leases a node in the database for this journal, or renews its lease, and lets the journal number by
 * it: two journals that feed one database never share a node. One that was silent for a month loses it.
 * Idempotent.
 */
export async function leaseNode(pool: Pool, journal: Journal): Promise<void> {
  const numbering = await journal.numbering();
  // One in the database itself leases a node when it numbers the first one.
  if (!numbering) return;
  const { journalId, node } = numbering;
  const client = prismaOn(pool);
  const leased = (await renewNode(client, journalId)) ?? (await takeNode(client, journalId, node));
  if (leased === null) log().warn("every node id of the database is leased; using a random one");
  else if (leased !== node) await journal.numberAs(leased);
}

type PeriodWriter = { stop: () => Promise<void> };

/** Writes each beat that this process hears of into the database, for the life of this process. */
export const startWritingPeriods = processWide("earshotWritingPeriods", newPeriodWriter);

/** Writes into the database what the journal alone knows of its listening. */
export async function writePeriods(source: Journal, pool: Pool): Promise<void> {
  const periods = unsavedPeriods();
  if (periods.length === 0) return;
  await recordPeriods(pool, periods);
  await source.forgetPeriods(periods.map(({ id }) => id));
}

const farewellMs = 1_000;

function newPeriodWriter(): PeriodWriter {
  let writing: Promise<void> | undefined;
  const writeOnce = newStep("the times of listening can't be written", async () =>
    writePeriods(await journal(), intakePool()),
  );
  // One at a time: a database that is slow is told the newest with the next beat.
  const write = () => {
    writing ??= writeOnce().finally(() => {
      writing = undefined;
    });
    return writing;
  };
  const unsubscribe = unsavedPeriodsTopic.subscribe(write);
  write();
  return {
    stop: async () => {
      unsubscribe();
      await Promise.race([(writing ?? Promise.resolve()).then(write), sleep(farewellMs)]);
    },
  };
}
