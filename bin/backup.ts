import { resolve } from "node:path";
import { writeBackup } from "@/lib/backup/write-backup";
import { closeJournal, journal } from "@/lib/intake/open-journal";
import { openDataDirectory } from "@/lib/platform/data-directory";
import { findRunningPostgres } from "@/lib/platform/embedded-postgres";
import type { Env } from "@/lib/platform/env";
import { type GeneratedSecrets, loadGeneratedSecrets } from "@/lib/platform/generated-secrets";
import type { Closing } from "./boot/closing";
import { runFileCommand } from "./boot/command";
import { openDatabase } from "./boot/prepare-database";
import { readSettings } from "./boot/read-settings";
import { say } from "./boot/say";

process.exit(await runFileCommand("backup", backUp));

/** Beside an Earshot that runs, or without one. */
async function backUp(file: string, closing: Closing, signal: AbortSignal): Promise<void> {
  const settings = readSettings({});
  const secrets = await loadGeneratedSecrets(resolve(settings.DATA_DIR));
  const databaseUrl =
    settings.DATABASE_URL?.reveal() ??
    (await findRunningPostgres(resolve(settings.DATA_DIR), secrets.databasePassword)) ??
    (await startAlone(settings, secrets, closing, signal));
  closing.add(closeJournal);
  const { rows, journalEntries } = await writeBackup(file, {
    databaseUrl,
    journal: settings.JOURNAL === "disk" ? await journal() : null,
    secrets: {
      webhookSecret: settings.WEBHOOK_SECRET?.reveal() ?? secrets.webhookSecret,
      authSecret: settings.AUTH_SECRET?.reveal() ?? secrets.authSecret,
    },
  });
  say(`${file} holds ${rows} rows of the database, and ${journalEntries} waiting deliveries`);
}

async function startAlone(
  settings: Env,
  secrets: GeneratedSecrets,
  closing: Closing,
  signal: AbortSignal,
): Promise<string> {
  const directory = await openDataDirectory(settings.DATA_DIR, { say, signal });
  closing.add(directory.release);
  return (await openDatabase({ settings, secrets, directory, closing, signal })).ownerUrl;
}
