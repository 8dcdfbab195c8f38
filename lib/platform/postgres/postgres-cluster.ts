import "server-only";
import { execFile } from "node:child_process";
import {
  chmod,
  chown,
  mkdir,
  readdir,
  readFile,
  rename,
  rm,
  stat,
  writeFile,
} from "node:fs/promises";
import { dirname, join } from "node:path";
import { promisify } from "node:util";
import { StartupError } from "../faults";
import { syncFolder } from "../files/data-directory";
import { bareEnvironment } from "../process/processes";
import { findPostgresBinaries, type PostgresBinaries, readMajor } from "./postgres-binaries";

/** A data folder of PostgreSQL, and what it takes to run it. */
export type PostgresCluster = {
  folder: string;
  user: string;
  password: string;
  binaries: PostgresBinaries;
  runner: PostgresRunner;
};

const runFile = promisify(execFile);
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
      binaries.initdb,
      "-D",
      beside,
      "-U",
      user,
      `--pwfile=${passwordFile}`,
      "--auth=scram-sha-256",
      "--encoding=UTF8",
      "--locale=C",
      "--locale-provider=builtin",
      "--builtin-locale=C.UTF-8",
    ];
    await runFile(command, parameters, { env: bareEnvironment() });
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
    `${folder} was made by PostgreSQL ${made}; this Earshot comes with ${brought}, which can't read it.`,
    `Start the Earshot that made it, run it with a PostgreSQL ${made} of your own and set ` +
      "DATABASE_URL, or restore a backup into another DATA_DIR.",
  );
}

async function chownIfRoot(path: string, { owner }: PostgresRunner): Promise<void> {
  if (process.getuid?.() === 0) await chown(path, owner.uid, owner.gid);
}

/** As root: lets whoever runs a cluster read what we made. */
export async function giveTo(folder: string, { owner }: PostgresRunner): Promise<void> {
  await runFile("chown", ["-R", `${owner.uid}:${owner.gid}`, folder]);
}

/** How PostgreSQL is run: the command before its own, and who owns its files then. */
type PostgresRunner = { prefix: string[]; owner: { uid: number; gid: number } };

/**
 * PostgreSQL refuses to run as root. As root it gets a user namespace in which it is somebody else;
 * where that is forbidden, as in most containers, another user's id and the right to pass through
 * root's folders. A data folder that exists is run as the user who owns it.
 */
async function choosePostgresRunner(folderOwner?: {
  uid: number;
  gid: number;
}): Promise<PostgresRunner> {
  const self = { uid: process.getuid?.() ?? -1, gid: process.getgid?.() ?? -1 };
  if (self.uid !== 0) return { prefix: [], owner: self };
  const runners =
    folderOwner && folderOwner.uid !== 0
      ? runnersAs(folderOwner)
      : [inNamespace, ...(await findUsers()).flatMap(runnersAs)];
  for (const runner of runners) if (await works(runner)) return runner;
  throw new StartupError(
    "PostgreSQL can't run as root, and there is no other user to run it as.",
    "Start Earshot as a regular user, or set DATABASE_URL to a PostgreSQL of your own.",
  );
}

const inNamespace: PostgresRunner = {
  prefix: ["unshare", "--user", "--map-user=65534", "--map-group=65534", "--"],
  owner: { uid: 0, gid: 0 },
};

function runnersAs(owner: { uid: number; gid: number }): PostgresRunner[] {
  const identity = [`--reuid=${owner.uid}`, `--regid=${owner.gid}`, "--clear-groups"];
  const passThrough = ["--inh-caps=+dac_override", passAll];
  return [
    { prefix: ["setpriv", ...identity, ...passThrough, "--"], owner },
    { prefix: ["setpriv", ...identity, "--"], owner },
  ];
}

/** Whether it comes to a data folder through folders that are closed to all but us. */
export function passesThrough({ prefix, owner }: PostgresRunner): boolean {
  return owner.uid === (process.getuid?.() ?? -1) || prefix.includes(passAll);
}

const passAll = "--ambient-caps=+dac_override";

async function findUsers(): Promise<{ uid: number; gid: number }[]> {
  const lines = (await readFile("/etc/passwd", "utf8").catch(() => "")).split("\n");
  return ["postgres", "nobody"].flatMap((name) => {
    const [, , uid, gid] = lines.find((line) => line.startsWith(`${name}:`))?.split(":") ?? [];
    return uid && gid ? { uid: Number(uid), gid: Number(gid) } : [];
  });
}

async function works({ prefix: [command = "", ...rest] }: PostgresRunner): Promise<boolean> {
  try {
    await runFile(command, [...rest, "true"]);
    return true;
  } catch {
    return false;
  }
}

/** Where the cluster in use lies, and the one that is to take its place while it is filled. */
export function clusterFolders(dataDirectory: string) {
  return {
    current: join(dataDirectory, "postgres"),
    next: join(dataDirectory, "postgres.next"),
    /** Filled, compared and stopped. Nothing else gets this name. */
    filled: join(dataDirectory, "postgres.filled"),
  };
}

const keptDays = 7;
const dayMs = 86_400_000;

/**
 * Puts the next cluster in the place of the current one, which is kept for some days; gives its folder.
 * Neither may run. After a crash at any moment `finishReplacing` goes on.
 */
export async function replaceCluster(dataDirectory: string, now: Date): Promise<string> {
  const { current, next, filled } = clusterFolders(dataDirectory);
  const major = await readClusterMajor(current);
  let until = now.getTime() + keptDays * dayMs;
  // Whoever went back by a copy of it has one of this day already.
  while (await isThere(join(dataDirectory, keptName(major, until)))) until += dayMs;
  const kept = join(dataDirectory, keptName(major, until));
  await rename(next, filled);
  await syncFolder(dataDirectory);
  await rename(current, kept);
  await syncFolder(dataDirectory);
  await rename(filled, current);
  await syncFolder(dataDirectory);
  return kept;
}

/** After a crash: with the current cluster away, the filled one is complete and takes its place. */
export async function finishReplacing(dataDirectory: string): Promise<void> {
  const { current, filled } = clusterFolders(dataDirectory);
  if (!(await isThere(filled))) return;
  if (await isThere(current)) {
    // An older Earshot may have written there since.
    await rm(filled, { recursive: true, force: true });
    return;
  }
  await rename(filled, current);
  await syncFolder(dataDirectory);
}

/**
 * Removes clusters whose days are over, and gives their folders. To be called when the one in use has
 * answered and been migrated: while it fails, the one before is all there is.
 * @param readNow is asked where there is one; null: nobody knows the time, and none goes
 */
export async function removeKeptClusters(
  dataDirectory: string,
  readNow: () => Promise<Date | null>,
): Promise<string[]> {
  const inUse = await readClusterMajor(clusterFolders(dataDirectory).current);
  const removed = [];
  for (const name of await readdir(dataDirectory)) {
    const [, major, until] = /^postgres-(\d+)-until-(\d{4}-\d\d-\d\d)$/.exec(name) ?? [];
    if (!major || !until || inUse === null || Number(major) >= inUse) continue;
    const now = await readNow();
    if (now === null || toDay(now.getTime()) <= until) continue;
    const folder = join(dataDirectory, name);
    // What can't be removed is in nobody's way but the disk's.
    const isGone = await rm(folder, { recursive: true, force: true }).then(
      () => true,
      () => false,
    );
    if (isGone) removed.push(folder);
  }
  return removed;
}

function keptName(major: number | null, untilMs: number): string {
  return `postgres-${major}-until-${toDay(untilMs)}`;
}

function toDay(instantMs: number): string {
  return new Date(instantMs).toISOString().slice(0, 10);
}

async function isThere(path: string): Promise<boolean> {
  return (await stat(path).catch(() => null)) !== null;
}
