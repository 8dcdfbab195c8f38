import { resolve } from "node:path";
import { openDataDirectory } from "@/lib/platform/files/data-directory";
import { loadGeneratedSecrets } from "@/lib/platform/files/generated-secrets";
import { findRunningPostgres } from "@/lib/platform/postgres/embedded-postgres";
import type { Env } from "@/lib/platform/settings/env";
import type { Closing } from "../command/command";
import { say } from "../command/say";
import { openDatabase } from "./prepare-database";

/** For a command: the database of an Earshot that runs, or its own, started for the command alone. */
export async function findDatabaseUrl(
  settings: Env,
  closing: Closing,
  signal: AbortSignal,
): Promise<string> {
  const secrets = await loadGeneratedSecrets(resolve(settings.DATA_DIR));
  const known =
    settings.DATABASE_URL?.reveal() ??
    (await findRunningPostgres(resolve(settings.DATA_DIR), secrets.databasePassword));
  if (known) return known;
  const directory = await openDataDirectory(settings.DATA_DIR, { say, signal });
  closing.add(directory.release);
  return (await openDatabase({ settings, secrets, directory, closing, signal })).ownerUrl;
}
