import "server-only";
import { resolve } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";
import { takesStatementTimeout } from "@/lib/platform/database/statement-timeout";
import { codeOf, isAway, StartupError, sqlStateOf } from "@/lib/platform/faults";
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
import type { Env } from "@/lib/platform/settings/env";
import { type Closing, say, show } from "../command/command";
import { inProject } from "../command/project";
import { readFitness } from "./sql";
import { removeFormer, upgradePostgres } from "./upgrade-postgres";

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
  for (const folder of await removeFormer(needs.directory.path, database.ownerUrl)) {
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
      say,
      signal,
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

const oldestVersion = 15;
/** What the migrations create, and only a user with the right to. */
const extensions = ["pg_trgm", "btree_gin"];

type Options = { say: (line: string) => void; signal: AbortSignal; timeoutMs?: number };

/**
 * Waits until the database answers, for containers that start together, and checks that Earshot
 * can live in it. Every refusal names the host and what to do. Tells whether a connection may say how long
 * its statements may take.
 */
export async function checkDatabase(
  url: string,
  { say, signal, timeoutMs = 30_000 }: Options,
): Promise<{ takesStatementTimeout: boolean }> {
  const where = showAddress(url);
  const deadline = Date.now() + timeoutMs;
  for (let attempt = 1; ; attempt++) {
    const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 5_000 });
    client.on("error", () => undefined);
    try {
      await client.connect();
      await requireFitness(client, where, say);
      return { takesStatementTimeout: await takesStatementTimeout(url) };
    } catch (error) {
      if (!isTransient(error) || Date.now() > deadline) throw explain(error, where);
      if (attempt === 1) say(`Waiting for PostgreSQL on ${where}: ${reason(error)}`);
    } finally {
      await client.end().catch(() => undefined);
    }
    await sleep(1_000, undefined, { signal });
  }
}

async function requireFitness(
  client: pg.Client,
  where: string,
  say: Options["say"],
): Promise<void> {
  const found = await readFitness(client);
  const version = Math.floor(found.version / 10_000);
  if (version < oldestVersion) {
    throw new StartupError(
      `PostgreSQL on ${where} is version ${version}.`,
      `Earshot needs version ${oldestVersion} or newer.`,
    );
  }
  if (found.encoding !== "UTF8") {
    throw new StartupError(
      `The database on ${where} is encoded as ${found.encoding}.`,
      "Create one with ENCODING 'UTF8'.",
    );
  }
  if (found.readOnly) {
    throw new StartupError(
      `PostgreSQL on ${where} accepts no writes: it is a standby or read-only.`,
      "Point DATABASE_URL at the primary.",
    );
  }
  if (!found.fsync) {
    throw new StartupError(
      `PostgreSQL on ${where} runs with fsync=off: if its machine crashes, committed data is lost.`,
      "Remove fsync=off from its settings (ALTER SYSTEM RESET fsync, or in postgresql.conf), and reload them.",
    );
  }
  if (!found.fullPageWrites) {
    say(
      `PostgreSQL on ${where} runs with full_page_writes=off: unless its file system never tears a ` +
        "page (as ZFS), a crash of its machine can damage the database",
    );
  }
  if (!found.mayCreate) {
    throw new StartupError(
      `The user in DATABASE_URL can't create tables in the database on ${where}.`,
      "Make it the owner of the database: ALTER DATABASE … OWNER TO …",
    );
  }
  const missing = extensions.filter((name) => !found.extensions.includes(name));
  if (missing.length > 0 && !found.mayExtend) {
    throw new StartupError(
      `The database on ${where} lacks ${missing.join(" and ")}, and the user can't create extensions.`,
      `As the database's owner: ${missing.map((name) => `CREATE EXTENSION ${name};`).join(" ")}`,
    );
  }
}

function explain(error: unknown, where: string): unknown {
  if (error instanceof StartupError) return error;
  return new StartupError(
    `Can't use PostgreSQL on ${where}: ${reason(error)}`,
    remedies[codeOf(error) ?? ""] ?? "Check that it is running and that DATABASE_URL points to it.",
    { cause: error },
  );
}

const remedies: Record<string, string> = {
  "28P01": "Check the user and the password in DATABASE_URL.",
  "28000": "Check the user in DATABASE_URL, and what pg_hba.conf allows.",
  "3D000": "Create the database first: createdb …, or correct its name in DATABASE_URL.",
  ENOTFOUND: "Check the host's name in DATABASE_URL.",
};

function isTransient(error: unknown): boolean {
  const isNetworks = sqlStateOf(error) === undefined;
  return !(error instanceof StartupError) && (isNetworks || isAway(error));
}

/** An error of several addresses at once has no message of its own. */
function reason(error: unknown): string {
  if (error instanceof AggregateError) return error.errors.map(reason).join(", ");
  return error instanceof Error ? error.message : String(error);
}

/** Host, port and name: what may be shown of the address. */
function showAddress(url: string): string {
  const { hostname, port, pathname } = new URL(url);
  return `${hostname}:${port || 5432}${pathname}`;
}
