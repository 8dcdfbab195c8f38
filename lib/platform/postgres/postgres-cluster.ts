import "server-only";
import { execFile } from "node:child_process";
import { chmod, chown, mkdir, readFile, rename, rm, stat, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { promisify } from "node:util";
import { bareEnvironment } from "../settings/bare-environment";
import { StartupError } from "../settings/startup-error";
import { findPostgresBinaries, type PostgresBinaries, readMajor } from "./postgres-binaries";
import { choosePostgresRunner, type PostgresRunner, passesThrough } from "./postgres-runner";

/** A data folder of PostgreSQL, and what it takes to run it. */
export type PostgresCluster = {
  folder: string;
  user: string;
  password: string;
  binaries: PostgresBinaries;
  runner: PostgresRunner;
};

const run = promisify(execFile);
const clusterUser = "earshot";

/**
 * Finds the data folder or makes it; one that was half made by a dead process is made anew.
 * @param given those of the major that made it, or is to make it; unset: those that Earshot brings
 */
export async function ensurePostgresCluster(
  folder: string,
  password: string,
  given?: PostgresBinaries,
): Promise<PostgresCluster> {
  const binaries = given ?? (await findPostgresBinaries());
  const existing = await stat(join(folder, "PG_VERSION")).catch(() => undefined);
  const runner = await choosePostgresRunner(existing);
  const cluster = { folder, user: clusterUser, password, binaries, runner };
  if (!passesThrough(runner)) await chmod(dirname(folder), 0o711);
  if (!existing) {
    await create(cluster);
  } else {
    await requireSameVersion(cluster);
    // Made in a user namespace, which is forbidden by now.
    if (existing.uid !== runner.owner.uid) await giveTo(folder, runner);
  }
  return cluster;
}

/** The major that made the folder, as in 18; null: there is none. */
export async function readClusterMajor(folder: string): Promise<number | null> {
  const text = await readFile(join(folder, "PG_VERSION"), "utf8").catch(() => null);
  return text === null ? null : Number.parseInt(text, 10);
}

async function create({ folder, user, password, binaries, runner }: PostgresCluster) {
  const beside = `${folder}.new`;
  const passwordFile = `${folder}.password`;
  await rm(beside, { recursive: true, force: true });
  await mkdir(beside, { mode: 0o700 });
  await writeFile(passwordFile, `${password}\n`, { mode: 0o600 });
  try {
    for (const path of [beside, passwordFile]) await chownIfRoot(path, runner);
    const [command = "", ...parameters] = [
      ...runner.prefix,
      ...[binaries.initdb, "-D", beside, "-U", user, `--pwfile=${passwordFile}`],
      ...["--auth=scram-sha-256", "--encoding=UTF8", "--locale=C"],
      ...["--locale-provider=builtin", "--builtin-locale=C.UTF-8"],
    ];
    await run(command, parameters, { env: bareEnvironment() });
    await rename(beside, folder);
  } finally {
    await rm(passwordFile, { force: true });
  }
}

async function requireSameVersion({ folder, binaries }: PostgresCluster): Promise<void> {
  const made = await readClusterMajor(folder);
  const brought = await readMajor(binaries);
  if (made === brought) return;
  throw new StartupError(
    `${folder} was made by PostgreSQL ${made}; this Earshot brings ${brought}, which can't read it.`,
    `Start the Earshot that made it, run it with a PostgreSQL ${made} of your own and set ` +
      "DATABASE_URL, or restore a backup into another DATA_DIR.",
  );
}

async function chownIfRoot(path: string, { owner }: PostgresRunner): Promise<void> {
  if (process.getuid?.() === 0) await chown(path, owner.uid, owner.gid);
}

/** As root: lets whoever runs a cluster read what we made. */
export async function giveTo(folder: string, { owner }: PostgresRunner): Promise<void> {
  await run("chown", ["-R", `${owner.uid}:${owner.gid}`, folder]);
}
