import { join, resolve } from "node:path";
import { createKept, openKept } from "@/lib/audio/store/sound-store";
import { readBeginning, restoreBackup, restoreWaiting } from "@/lib/backup/restore-backup";
import { writeBackup } from "@/lib/backup/write-backup";
import { openDatabaseJournal } from "@/lib/intake/journal/database-journal";
import type { Journal } from "@/lib/intake/journal/journal";
import { closeJournal, journal } from "@/lib/intake/journal/open-journal";
import { closeDatabase } from "@/lib/platform/database/db";
import {
  loadGeneratedSecrets,
  openDataDirectory,
  restoreGeneratedSecrets,
} from "@/lib/platform/files/data-directory";
import { migrate, readMigrations } from "@/lib/platform/migrations/migrate";
import { StartupError } from "@/lib/platform/settings/startup-error";
import { type Closing, readSettings, runCommand, say } from "./command/command";
import { findDatabaseUrl, migrationsFolder, openDatabase } from "./database/prepare-database";

const [name = "", ...given] = process.argv.slice(2);

process.exit(await runCommand(name, "FILE", name === "restore" ? restore : backUp, given));

/** Beside an Earshot that runs, or without one. */
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
  if (disk) await moveWaiting(disk);
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

/** Where the backup is of a journal in the database, and the one here is on the disk. */
async function moveWaiting(target: Journal): Promise<void> {
  const source = await openDatabaseJournal();
  for (;;) {
    const entries = await source.read(500, 8 * 1024 * 1024);
    if (entries.length === 0) break;
    await target.putBack(entries);
    await source.remove(entries.map(({ acceptedSeq }) => acceptedSeq));
  }
  await source.close();
}
