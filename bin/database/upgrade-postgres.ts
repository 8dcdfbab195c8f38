import { rm, statfs } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";
import { copyDatabase, describeDatabase } from "@/lib/backup/copy-database";
import { acceptedAtOf } from "@/lib/intake/journal/sequence";
import { isRefusedContent, isSchemaFault, StartupError } from "@/lib/platform/faults";
import type { DataDirectory, GeneratedSecrets } from "@/lib/platform/files/data-directory";
import { migrate, readMigrations } from "@/lib/platform/migrations/migrate";
import {
  type PrivatePostgres,
  startPrivatePostgres,
} from "@/lib/platform/postgres/embedded-postgres";
import {
  formerPostgresFolder,
  getFormerPostgres,
  requireFormerPostgres,
} from "@/lib/platform/postgres/former-postgres";
import { findPostgresBinaries, readMajor } from "@/lib/platform/postgres/postgres-binaries";
import {
  clusterFolders,
  ensurePostgresCluster,
  finishReplacing,
  giveTo,
  type PostgresCluster,
  passesThrough,
  readClusterMajor,
  removeKeptClusters,
  replaceCluster,
} from "@/lib/platform/postgres/postgres-cluster";
import { takeFromFormerPostmaster } from "@/lib/platform/postgres/postgres-process";
import { describeApart } from "@/lib/platform/process/event-clock";
import { say, show } from "../command/command";
import { readTimes } from "./sql";

type Needs = {
  directory: DataDirectory;
  secrets: GeneratedSecrets;
  signal: AbortSignal;
  migrationsFolder: string;
};

/**
 * Moves the embedded database to the PostgreSQL that Earshot brings, where an older major made it: into
 * a cluster beside it that takes its place when it holds the same. Killed at any moment, it begins
 * again with the old one, or is done. A copy that fails leaves nothing of itself; what may pass is
 * tried again a few times.
 * @throws {StartupError} when a newer major made it, the old one can't be run here, or
 * the copy fails
 */
export async function upgradePostgres(needs: Needs): Promise<void> {
  const { directory, signal } = needs;
  const { path } = directory;
  const folders = clusterFolders(path);
  await finishReplacing(path);
  const made = await readClusterMajor(folders.current);
  if (made === null) return;
  const brought = await readMajor(await findPostgresBinaries());
  if (made === brought) return;
  if (made > brought) {
    throw new StartupError(
      `The database was made by PostgreSQL ${made}; this Earshot comes with ${brought}, which can't read it.`,
      "Start the newer Earshot that made it, or restore an earlier backup into another DATA_DIR.",
    );
  }
  const former = requireFormerPostgres(made);
  const step = `Upgrading the database from PostgreSQL ${made} to ${brought}`;
  show(step);
  say(`${step}; keeping the old one, ${folders.current}`);
  const binariesFolder = formerPostgresFolder(path, made);
  const binaries = await untilItWorks(signal, step, () =>
    getFormerPostgres(former, binariesFolder, signal),
  );
  signal.throwIfAborted();
  const old = await ensurePostgresCluster(
    folders.current,
    needs.secrets.databasePassword,
    binaries,
  );
  if (!passesThrough(old.runner)) await giveTo(binariesFolder, old.runner);
  await makeNextAtLast(needs, old, step);
  signal.throwIfAborted();
  await directory.lease.confirm();
  const kept = await replaceCluster(path, new Date());
  await rm(binariesFolder, { recursive: true, force: true });
  await rm(`${folders.next}.lock`, { force: true });
  say(`Upgraded the database to PostgreSQL ${brought}. The old one stays in ${kept}`);
}

/**
 * Removes what upgrades have kept for its days, and gives the folders. They are over by the clock of the
 * database that runs, and only once an event came after them: a clock that leapt ahead says so of all.
 */
export async function removeFormer(
  path: string,
  url: string,
  serverNow = new Date(),
): Promise<string[]> {
  return removeKeptClusters(path, async () => {
    const client = new pg.Client({ connectionString: url });
    client.on("error", () => undefined);
    try {
      await client.connect();
      const { now, newestSeq } = await readTimes(client);
      if (describeApart(serverNow, now)) return null;
      const newestMs = newestSeq === null ? now.getTime() : acceptedAtOf(newestSeq);
      return new Date(Math.min(newestMs, now.getTime()));
    } finally {
      await client.end().catch(() => undefined);
    }
  });
}

async function makeNextAtLast(needs: Needs, old: PostgresCluster, step: string): Promise<void> {
  const { current } = clusterFolders(needs.directory.path);
  for (let tries = 1; ; tries++) {
    try {
      return await makeNext(needs, old, step);
    } catch (error) {
      // Nobody needs it, and the disk may be what ran out.
      await removeNext(needs.directory).catch(() => undefined);
      needs.signal.throwIfAborted();
      if (error instanceof StartupError) throw error;
      const failed = `${step} failed: ${error instanceof Error ? error.message : error}.`;
      // What the database says of the rows themselves is said of them again.
      const isLasting = isRefusedContent(error) || isSchemaFault(error);
      if (tries === mostTries || isLasting) {
        throw new StartupError(
          `${failed} The old database, ${current}, is unchanged.`,
          "Fix the problem and start Earshot again; postgres.log in DATA_DIR may say more.",
          { cause: error },
        );
      }
      say(`${failed} Retrying in ${pauseMs / 1000} s`);
    }
    await sleep(pauseMs, undefined, { signal: needs.signal });
    show(step);
  }
}

const mostTries = 4;
const pauseMs = 10_000;

async function removeNext({ path, lease }: DataDirectory): Promise<void> {
  const { next } = clusterFolders(path);
  // What a start that was killed had begun may run for a moment longer.
  await (await takeFromFormerPostmaster(next, lease.confirm)).close();
  await rm(next, { recursive: true, force: true });
}

/** Fills the cluster that is to take the place of the old one; neither runs afterwards. */
async function makeNext(needs: Needs, old: PostgresCluster, step: string): Promise<void> {
  const { directory, secrets, signal } = needs;
  const { next } = clusterFolders(directory.path);
  await removeNext(directory);
  const { lease } = directory;
  const running: PrivatePostgres[] = [];
  const start = async (cluster: PostgresCluster) => {
    const logFile = join(directory.path, "postgres.log");
    const server = await startPrivatePostgres(cluster, { logFile, lease });
    running.push(server);
    return server;
  };
  try {
    const from = await start(old);
    const facts = (await from.hasDatabase()) ? await describeDatabase(from.superuserUrl) : null;
    await requireKnown(facts?.migrations ?? [], needs.migrationsFolder);
    await untilItWorks(signal, step, () => requireRoom(directory.path, facts?.bytes ?? 0));
    const to = await start(await ensurePostgresCluster(next, secrets.databasePassword));
    await to.arrange();
    if (!facts || facts.migrations.length === 0) return;
    await migrate(to.ownerUrl, needs.migrationsFolder, {
      isWanted: (name) => facts.migrations.includes(name),
    });
    signal.throwIfAborted();
    say(`Copying the database to ${next}`);
    const { rows } = await copyDatabase(from.superuserUrl, to.superuserUrl, {
      signal,
      onProgress: newProgress(step),
    });
    await to.arrange();
    say(`${rows} rows copied and compared with the old ones`);
  } finally {
    await Promise.all(running.map(({ stop }) => stop()));
  }
}

function newProgress(step: string) {
  let last = "";
  return (done: number | "comparing") => {
    const now = done === "comparing" ? "comparing" : `${Math.floor(done * 100)} %`;
    if (now !== last) show(`${step}: ${now}`);
    last = now;
  };
}

async function requireKnown(names: string[], migrationsFolder: string): Promise<void> {
  const known = new Set((await readMigrations(migrationsFolder)).map(({ name }) => name));
  const unknown = names.find((name) => !known.has(name));
  if (unknown === undefined) return;
  throw new StartupError(
    `This database holds the migration ${unknown}, which this version of Earshot doesn't know.`,
    "Start the newer Earshot that made it, or restore an earlier backup.",
  );
}

/** The journal lies on the same disk, and must not run out of room because of a copy. */
async function requireRoom(path: string, databaseBytes: number): Promise<void> {
  const { bavail, bsize } = await statfs(path);
  const neededBytes = databaseBytes * 1.2 + Math.min(databaseBytes, mostLogBytes) + clusterBytes;
  const [free, needed] = [bavail * bsize, neededBytes].map((bytes) => Math.ceil(bytes / 1e6));
  if (bavail * bsize >= neededBytes) return;
  throw new StartupError(
    `Copying the database needs about ${needed} MB in ${path}, but only ${free} MB are free.`,
    "Free up space there.",
  );
}

/** What an empty cluster takes. */
const clusterBytes = 150_000_000;
const mostLogBytes = 2_000_000_000;

/**
 * What may mend itself, or be mended meanwhile, is waited for where the gateway takes events.
 * @throws {StartupError} at once where nothing takes them; other errors always
 */
async function untilItWorks<T>(
  signal: AbortSignal,
  step: string,
  work: () => Promise<T>,
): Promise<T> {
  for (let pauseMs = 10_000; ; pauseMs = Math.min(pauseMs * 2, longestPauseMs)) {
    try {
      return await work();
    } catch (error) {
      if (!(error instanceof StartupError) || !process.env.EARSHOT_RUN_DIR) throw error;
      say(`${error.message.replaceAll("\n", " ")} Retrying in ${pauseMs / 1000} s`);
      show(`${step}: waiting for the operator`);
    }
    await sleep(pauseMs, undefined, { signal });
    show(step);
  }
}

const longestPauseMs = 300_000;
