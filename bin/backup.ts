import { resolve } from "node:path";
import { openKept } from "@/lib/audio/store/sound-store";
import { writeBackup } from "@/lib/backup/write-backup";
import { closeJournal, journal } from "@/lib/intake/journal/open-journal";
import { loadGeneratedSecrets } from "@/lib/platform/files/data-directory";
import { type Closing, readSettings, runCommand, say } from "./command/command";
import { findDatabaseUrl } from "./database/prepare-database";

process.exit(await runCommand("backup", "FILE", backUp));

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
