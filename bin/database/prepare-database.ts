import { resolve } from "node:path";
import { checkDatabase } from "@/lib/platform/database/check-database";
import {
  type DataDirectory,
  type GeneratedSecrets,
  loadGeneratedSecrets,
  openDataDirectory,
} from "@/lib/platform/files/data-directory";
import { migrate } from "@/lib/platform/migrations/migrate";
import {
  type EmbeddedPostgres,
  findRunningPostgres,
  startEmbeddedPostgres,
} from "@/lib/platform/postgres/embedded-postgres";
import { removeKeptClusters } from "@/lib/platform/postgres/postgres-cluster";
import type { Env } from "@/lib/platform/settings/env";
import { type Closing, say, show } from "../command/command";
import { inProject } from "../command/project";
import { upgradePostgres } from "./upgrade-postgres";

type Needs = {
  settings: Env;
  secrets: GeneratedSecrets;
  directory: DataDirectory;
  closing: Closing;
  signal: AbortSignal;
};

/** A database that answers. With one of the operator's own, all users are one. */
export type OpenDatabase = Omit<EmbeddedPostgres, "port" | "stop"> & {
  /** Whether a connection may say how long its statements may take. */
  takesStatementTimeout: boolean;
};

/** Brings up the database, the operator's own or the embedded one, and migrates it. */
export async function prepareDatabase(needs: Needs): Promise<OpenDatabase> {
  const database = await openDatabase(needs);
  needs.signal.throwIfAborted();
  await migrateDatabase(database);
  if (needs.settings.DATABASE_URL) return database;
  for (const folder of await removeKeptClusters(needs.directory.path, new Date())) {
    say(`Removed the old PostgreSQL database ${folder}, kept since the last upgrade`);
  }
  return database;
}

export async function migrateDatabase({ ownerUrl, arrangeRoles }: OpenDatabase): Promise<void> {
  const applied = await migrate(ownerUrl, migrationsFolder, {
    onStep: (step, steps) => show(`Migrating the database (step ${step} of ${steps})`),
  });
  await arrangeRoles();
  if (applied.length > 0) {
    say(`${applied.length} ${applied.length === 1 ? "migration" : "migrations"} applied`);
  }
}

export const migrationsFolder = inProject("prisma/migrations");

/** Brings up the database as it is. */
export async function openDatabase(needs: Needs): Promise<OpenDatabase> {
  const { settings, secrets, directory, closing, signal } = needs;
  const given = settings.DATABASE_URL?.reveal();
  if (given !== undefined) {
    show("Waiting for the database");
    const { takesStatementTimeout } = await checkDatabase(given, {
      ...{ say, signal },
      // While it is away, the gateway takes events.
      ...(process.env.EARSHOT_RUN_DIR && { timeoutMs: Number.POSITIVE_INFINITY }),
    });
    const arrangeRoles = async () => undefined;
    const urls = { url: given, ownerUrl: given, superuserUrl: given };
    return { ...urls, takesStatementTimeout, arrangeRoles };
  }
  await upgradePostgres({ directory, secrets, signal, migrationsFolder });
  signal.throwIfAborted();
  show("Starting the database");
  const postgres = await startEmbeddedPostgres({
    dataDirectory: directory.path,
    password: secrets.databasePassword,
    say,
    lease: directory.lease,
  });
  closing.add(postgres.stop);
  say(`PostgreSQL is running on port ${postgres.port}, with its data in ${directory.path}`);
  return { ...postgres, takesStatementTimeout: true };
}

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
