import "server-only";
import { randomUUID } from "node:crypto";
import { mkdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import type { Pool } from "pg";
import { z } from "zod";
import { log } from "@/lib/ops/log";
import { prismaOn, toList } from "@/lib/platform/database/transaction";
import { sqlStateOf } from "@/lib/platform/faults";
import { writeAtomically } from "@/lib/platform/files/data-directory";
import { Prisma } from "@/prisma/client/client";
import { EntryFiles, readEntryFile } from "../journal/drained-archive";
import type { Journal } from "../journal/journal";
import type { JournalEntry } from "../journal/journal-entry";
import { listSampleSecrets } from "../secrets/sample-secrets";
import { dayOf } from "../store/store-deliveries";

/**
 * Puts back into the journal what was drained into another database, or into a later state of this one,
 * and is missing in it now: after a switch of the database, a failover, or the restore of a backup. How
 * far this database was known is kept on both sides; where they differ, everything that is archived is
 * looked for. Idempotent; resolves to how many entries it put back.
 * @param folder of the archive
 */
export async function restoreMissing(
  pool: Pool,
  journal: Journal,
  folder: string,
  signal: AbortSignal,
): Promise<number> {
  const files = await new EntryFiles(folder).list();
  const known = await readKnown(folder);
  const identity = await readIdentity(pool);
  if (known && isSame(known, identity, await readMark(pool, known.journal))) {
    const isDue = Date.now() - known.markedAtMs > markEveryMs;
    if (isDue) await mark(pool, folder, { ...known, ...identity });
    return 0;
  }
  let restored = 0;
  if (known) log().warn("the database is a different or older one; looking for missing deliveries");
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
  if (known) log().warn({ restored }, "missing deliveries were put back into the journal");
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
type Identity = z.infer<typeof identitySchema>;
type Known = z.infer<typeof knownSchema>;

function isSame(known: Known, identity: Identity, mark: string | null): boolean {
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
  await prismaOn(pool).$executeRaw`
    INSERT INTO journal_mark (journal, mark) VALUES (${next.journal}, ${next.mark})
    ON CONFLICT (journal) DO UPDATE SET mark = excluded.mark, marked_at = now()`;
}

async function readMark(pool: Pool, journal: string): Promise<string | null> {
  const rows = await prismaOn(pool).$queryRaw<
    { mark: string }[]
  >`SELECT mark FROM journal_mark WHERE journal = ${journal}`;
  return rows[0]?.mark ?? null;
}

/** A copy has its own number of the system or of the database; a standby that took over, its timeline. */
async function readIdentity(pool: Pool): Promise<Identity> {
  const database = Prisma.sql`
    SELECT oid::text AS database FROM pg_database WHERE datname = current_database()`;
  try {
    const rows = await prismaOn(pool).$queryRaw<Identity[]>`
      SELECT system_identifier::text AS system, timeline_id AS timeline, (${database})
      FROM pg_control_system(), pg_control_checkpoint()`;
    return identitySchema.parse(rows[0]);
  } catch (error) {
    // Some hosts let nobody ask.
    if (sqlStateOf(error) === undefined) throw error;
    const rows = await prismaOn(pool).$queryRaw<{ database: string }[]>(database);
    return identitySchema.parse({ system: null, timeline: null, ...rows[0] });
  }
}

async function findMissing(pool: Pool, entries: JournalEntry[]): Promise<JournalEntry[]> {
  if (entries.length === 0) return [];
  const samples = new Set((await listSampleSecrets("removed", pool)).map(({ mark }) => mark));
  const ids = toList(entries.map(({ deliveryId }) => deliveryId));
  const days = toList([...new Set(entries.map(({ acceptedSeq }) => dayOf(acceptedSeq)))]);
  const rows = await prismaOn(pool).$queryRaw<{ id: string }[]>`
    SELECT id FROM delivery WHERE id = ANY(${ids}::uuid[]) AND accepted_on = ANY(${days}::date[])
    UNION ALL SELECT id FROM oversized_body WHERE id = ANY(${ids}::uuid[])`;
  const present = new Set(rows.map(({ id }) => id));
  return entries.filter(
    ({ deliveryId, secretHash }) => !present.has(deliveryId) && !samples.has(secretHash),
  );
}
