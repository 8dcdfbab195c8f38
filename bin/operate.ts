// `npm run audio`, `backup`, `ledger`, `restore` and `seed`: what an operator does beside an Earshot that runs,
// or without one.

import { mkdir } from "node:fs/promises";
import { join, resolve } from "node:path";
import pg from "pg";
import { fetchMissing, verifySounds } from "@/lib/audio/custody/verify-sounds";
import { createKept, openKept } from "@/lib/audio/store/sound-store";
import { readBeginning, restoreBackup, restoreWaiting } from "@/lib/backup/restore-backup";
import { writeBackup } from "@/lib/backup/write-backup";
import { closeJournal, journal, moveWaitingHere } from "@/lib/intake/journal/open-journal";
import { closeDatabase } from "@/lib/platform/database/db";
import { StartupError } from "@/lib/platform/faults";
import {
  loadGeneratedSecrets,
  openDataDirectory,
  restoreGeneratedSecrets,
} from "@/lib/platform/files/data-directory";
import { migrate, readMigrations } from "@/lib/platform/migrations/migrate";
import { countAnew, fillZones, verifyCounts } from "@/lib/recordings/totals/totals";
import { type Closing, readSettings, runCommand, say } from "./command/command";
import { findDatabaseUrl, migrationsFolder, openDatabase } from "./database/prepare-database";

type Work = Parameters<typeof runCommand>[2];
type Open = { databaseUrl: string; closing: Closing };

const usualCalls = "2000";

const [command = "", ...given] = process.argv.slice(2);
const [taken, work, read = (all: string[]) => all] = findCommand(command);

process.exit(await runCommand(command, taken, work, read(given)));

/** What its argument is, and what is done with it. */
function findCommand(
  name: string,
): [taken: string, work: Work, read?: (given: string[]) => string[]] {
  if (name === "backup") return ["FILE", backUp];
  if (name === "restore") return ["FILE", restore];
  if (name === "seed") return ["[--calls N]", seed, readCalls];
  if (name === "audio")
    return withDatabase({ verify: verifyAudio, "fetch-missing": fetchMissingAudio });
  return withDatabase({ verify: verifyLedger, repair: repairLedger });
}

/** For a command whose argument says which of these it is to do in the database. */
function withDatabase(
  tasks: Record<string, (open: Open, signal: AbortSignal) => Promise<"failed" | undefined>>,
): [taken: string, work: Work] {
  const work: Work = async (name, closing, signal) => {
    const task = Object.hasOwn(tasks, name) ? tasks[name] : undefined;
    if (!task) return "usage";
    const databaseUrl = await findDatabaseUrl(readSettings({}), closing, signal);
    return task({ databaseUrl, closing }, signal);
  };
  return [Object.keys(tasks).join("|"), work];
}

async function backUp(file: string, closing: Closing, signal: AbortSignal): Promise<undefined> {
  const settings = readSettings({});
  const secrets = await loadGeneratedSecrets(resolve(settings.DATA_DIR));
  const databaseUrl = await findDatabaseUrl(settings, closing, signal);
  closing.add(closeJournal);
  const { rows, journalEntries, sounds } = await writeBackup(file, {
    databaseUrl,
    journal: settings.JOURNAL === "disk" ? await journal() : null,
    openSound: openKept,
    secrets: {
      webhookSecret: settings.WEBHOOK_SECRET?.reveal() ?? secrets.webhookSecret,
      authSecret: settings.AUTH_SECRET?.reveal() ?? secrets.authSecret,
    },
  });
  say(
    `${file} contains ${rows} database rows, ${journalEntries} waiting deliveries ` +
      `and ${sounds} audio files`,
  );
}

/** Into an empty database and a DATA_DIR that nobody has; the next start goes on from there. */
async function restore(file: string, closing: Closing, signal: AbortSignal): Promise<undefined> {
  const settings = readSettings({});
  const { migrations, secrets: restored, takenAt } = await readBeginning(file);
  await requireKnown(migrations);
  const directory = await openDataDirectory(settings.DATA_DIR, { say, signal });
  closing.add(directory.release);
  const secrets = await loadGeneratedSecrets(directory.path);
  const database = await openDatabase({ settings, secrets, directory, closing, signal });
  process.env.DATABASE_URL = database.superuserUrl;
  closing.add(closeDatabase);
  closing.add(closeJournal);

  await migrate(database.ownerUrl, migrationsFolder, {
    isWanted: (name) => migrations.includes(name),
  });
  const disk = settings.JOURNAL === "disk" ? await journal() : null;
  const size = await restoreBackup(file, {
    databaseUrl: database.superuserUrl,
    journal: disk,
    createSound: (sha256) => createKept(sha256, join(directory.path, "audio")),
    beforeCommit: async () => {
      await restoreGeneratedSecrets(directory.path, restored);
    },
  });
  // The backup may be of a journal in the database, and the one here is on the disk.
  if (disk) await moveWaitingHere();
  else await restoreWaiting(file, await journal());
  await migrate(database.ownerUrl, migrationsFolder);
  await database.arrangeRoles();
  say(
    `Restored the state of ${takenAt}: ${size.rows} rows and ${size.journalEntries} waiting ` +
      "deliveries, which the next start processes",
  );
}

async function requireKnown(migrations: string[]): Promise<void> {
  const known = new Set((await readMigrations(migrationsFolder)).map(({ name }) => name));
  const unknown = migrations.find((name) => !known.has(name));
  if (unknown === undefined) return;
  throw new StartupError(
    `The backup comes from a newer Earshot: this version doesn't know the migration ${unknown}.`,
    "Restore it with that version or a newer one.",
  );
}

async function verifyAudio(open: Open, signal: AbortSignal): Promise<"failed" | undefined> {
  lookInto(open);
  const { files, recordings, faulty } = await verifySounds(signal);
  for (const { recordingId, sha256, proof } of faulty) {
    say(`${proof}: ${sha256} of the recording ${recordingId}`);
  }
  say(
    `${files} files of ${recordings} recordings read; ` +
      (faulty.length === 0
        ? "every hash matches"
        : `${faulty.length} recordings will be fetched again`),
  );
  return faulty.length === 0 ? undefined : "failed";
}

async function fetchMissingAudio(open: Open): Promise<undefined> {
  lookInto(open);
  const count = await fetchMissing();
  say(`${count} recordings have no kept audio; a running Earshot is now fetching it where it can`);
}

function lookInto({ databaseUrl, closing }: Open): void {
  process.env.DATABASE_URL = databaseUrl;
  closing.add(closeDatabase);
}

async function verifyLedger(open: Open): Promise<"failed" | undefined> {
  const found = await verifyCounts(openPool(open));
  if (found.length === 0) return void say("Counts, timelines and customers match the calls");
  for (const { of, rows, example } of found)
    say(`${of}: ${rows} rows differ from the calls, for example ${example}`);
  say("Run `npm run ledger -- repair` to rebuild them, also while Earshot runs");
  return "failed";
}

async function repairLedger(open: Open): Promise<undefined> {
  const pool = openPool(open);
  await countAnew(pool);
  while (await fillZones(pool));
  say("Rebuilt counts, timelines and customers from the calls");
}

function openPool({ databaseUrl, closing }: Open): pg.Pool {
  const pool = new pg.Pool({ connectionString: databaseUrl });
  closing.add(() => pool.end());
  return pool;
}

async function seed(calls: string, closing: Closing, signal: AbortSignal) {
  if (!/^[1-9]\d{0,6}$/.test(calls)) return "usage";
  const settings = readSettings({});
  await mkdir(resolve(settings.DATA_DIR), { recursive: true });
  const url = await findDatabaseUrl(settings, closing, signal);
  await migrate(url, migrationsFolder);
  const pool = new pg.Pool({ connectionString: url });
  closing.add(() => pool.end());
  // Its calls are the sandbox's, which an installation may lack.
  const { seedCalls } = await import("./database/seed-calls");
  const days = await seedCalls(pool, Number(calls), { signal, now: new Date(), say });
  say(`${calls} made-up calls of the last ${days} days added to the database`);
}

/** The number of calls, or nothing that `runCommand` takes. */
function readCalls(given: string[]): string[] {
  if (given.length === 0) return [usualCalls];
  const [name, calls, ...others] = given.flatMap((one) => one.split(/(?<=^--calls)=/));
  return name === "--calls" && calls && others.length === 0 ? [calls] : [];
}
