import { fetchMissing, verifySounds } from "@/lib/audio/kept/verify-sounds";
import { closeDatabase } from "@/lib/platform/database/db";
import { type Closing, readSettings, runCommand, say } from "./command/command";
import { findDatabaseUrl } from "./database/prepare-database";

const commands = { verify, "fetch-missing": askForMissing };

process.exit(
  await runCommand("audio", "verify|fetch-missing", async (name, closing, signal) => {
    const command = Object.hasOwn(commands, name) ? commands[name as keyof typeof commands] : null;
    if (!command) return "usage";
    await openDatabase(closing, signal);
    return command(signal);
  }),
);

/** Beside an Earshot that runs, or without one. */
async function openDatabase(closing: Closing, signal: AbortSignal): Promise<void> {
  const settings = readSettings({});
  process.env.DATABASE_URL = await findDatabaseUrl(settings, closing, signal);
  closing.add(closeDatabase);
}

async function verify(signal: AbortSignal): Promise<"failed" | undefined> {
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

async function askForMissing(): Promise<undefined> {
  const count = await fetchMissing();
  say(`${count} recordings have no kept audio; a running Earshot is now fetching it where it can`);
}
