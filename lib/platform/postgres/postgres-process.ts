import "server-only";
import { type FileHandle, open, readFile, rename, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";
import { StartupError, sqlStateOf } from "../faults";
import { lockFile } from "../files/claim";
import {
  bareEnvironment,
  isPostgresOn,
  processBeginning,
  spawnTiedChild,
} from "../process/processes";
import type { PostgresCluster } from "./postgres-cluster";

export type PostgresProcess = {
  ended: Promise<string>;
  /** Ends sessions and stops; immediately, at the cost of a recovery, when that takes too long. */
  stop: () => Promise<void>;
  /** Without a checkpoint, which would be written into what is another's by now. */
  stopAtOnce: () => Promise<void>;
};

const settings = {
  listen_addresses: "127.0.0.1",
  unix_socket_directories: "",
  shared_buffers: "256MB",
  max_wal_size: "2GB",
  // Filling what is written soon anyway would double what the disk has to take, beside the journal.
  wal_init_zero: "off",
  // Of the pages that a checkpoint lets it write whole.
  wal_compression: "on",
  // Before whatever was set with ALTER SYSTEM.
  fsync: "on",
  full_page_writes: "on",
  log_line_prefix: "%m [%p] ",
  // Statements hold what people search for, and errors quote what callers said. Whoever asked is told
  // of an error and logs it without these; here stands what happens to the server.
  log_min_messages: "log",
  log_min_error_statement: "panic",
  log_error_verbosity: "terse",
};

const maxLogBytes = 10_000_000;
const stopTimeoutMs = 20_000;

/** @param lock of the folder, for the server and all its children to keep; closed here */
export async function runPostgres(
  { folder, binaries, runner }: PostgresCluster,
  port: number,
  logFile: string,
  lock: FileHandle,
): Promise<PostgresProcess> {
  const log = await open(logFile, "a", 0o600);
  const options = Object.entries({ ...settings, port }).flatMap(([name, value]) => [
    "-c",
    `${name}=${value}`,
  ]);
  const command = [...runner.prefix, binaries.postgres, "-D", folder, ...options];
  const { ended, askToStop, send } = spawnTiedChild(command, "INT", {
    env: bareEnvironment({ TZ: "UTC" }),
    output: log.fd,
    held: lock.fd,
  });
  await log.close();
  await lock.close();
  return {
    ended,
    stop: async () => {
      askToStop();
      const late = new AbortController();
      const hurry = sleep(stopTimeoutMs, undefined, { signal: late.signal, ref: false })
        .then(() => postmasterPid(folder))
        .then((pid) => pid && process.kill(pid, "SIGQUIT"))
        .catch(() => undefined);
      await ended;
      late.abort();
      await hurry;
    },
    stopAtOnce: async () => {
      send("QUIT");
      await ended;
    },
  };
}

/** The process id of the server on this folder, as it wrote it; null when none runs. */
export async function postmasterPid(folder: string): Promise<number | null> {
  const text = await readFile(join(folder, "postmaster.pid"), "utf8").catch(() => "");
  return Number.parseInt(text, 10) || null;
}

/** True once it answers; false when the process ended first. */
export async function waitUntilAnswering(
  config: pg.ClientConfig,
  { ended }: PostgresProcess,
): Promise<boolean> {
  let over = false;
  ended.then(() => {
    over = true;
  });
  while (!over) {
    if (await answers(config)) return true;
    await sleep(30);
  }
  return false;
}

async function answers(config: pg.ClientConfig): Promise<boolean> {
  const client = new pg.Client({ ...config, connectionTimeoutMillis: 2_000 });
  client.on("error", () => undefined);
  try {
    await client.connect();
    return true;
  } catch (error) {
    if (sqlStateOf(error) === "28P01") throw error;
    return false;
  } finally {
    await client.end().catch(() => undefined);
  }
}

export async function rotateLog(logFile: string): Promise<void> {
  const found = await stat(logFile).catch(() => undefined);
  if (found && found.size > maxLogBytes) await rename(logFile, `${logFile}.1`);
}

type Start = {
  logFile: string;
  choosePort: () => Promise<number>;
  /** Throws when the data directory is no longer ours. */
  confirm: () => Promise<void>;
};

const attempts = 5;

/** Starts a cluster's server once whoever had it before has ended, and waits until it answers. */
export async function startPostgres(
  cluster: PostgresCluster,
  { logFile, choosePort, confirm }: Start,
): Promise<{ server: PostgresProcess; port: number }> {
  for (let attempt = 1; attempt <= attempts; attempt++) {
    const lock = await takeFromFormerPostmaster(cluster.folder, confirm);
    const port = await choosePort();
    const server = await startOnce(cluster, port, logFile, lock);
    if (server) return { server, port };
    await sleep(attempt * 300);
  }
  throw new StartupError(
    `The embedded PostgreSQL doesn't start. It says:\n${await lastLines(logFile)}`,
    `The full log is ${logFile}.`,
  );
}

/** Null when it ended before it answered. */
export async function startOnce(
  cluster: PostgresCluster,
  port: number,
  logFile: string,
  lock: FileHandle,
): Promise<PostgresProcess | null> {
  const server = await runPostgres(cluster, port, logFile, lock);
  try {
    return (await waitUntilAnswering(superuserConfig(cluster, port), server)) ? server : null;
  } catch (cause) {
    await server.stop();
    throw new StartupError(
      `The embedded PostgreSQL rejects the password stored next to ${cluster.folder}.`,
      "Restore secrets.json from the backup that belongs to this database.",
      { cause },
    );
  }
}

export function superuserConfig({ user, password }: PostgresCluster, port: number) {
  return {
    host: "127.0.0.1",
    port,
    user,
    password,
    database: "postgres",
  } satisfies pg.ClientConfig;
}

async function lastLines(logFile: string): Promise<string> {
  const text = await readFile(logFile, "utf8").catch(() => "");
  return text.trimEnd().split("\n").slice(-5).join("\n");
}

const timeoutMs = 60_000;

/**
 * Waits for the PostgreSQL of an Earshot that was killed to end, with all its children, and removes
 * a `postmaster.pid` whose process id belongs to somebody else by now, which PostgreSQL would take
 * for alive. Gives the lock of the folder, which the next server is to keep as long as it lives:
 * it tells of servers in other containers too, where no process id means anything.
 * @param confirm throws when the data directory is no longer ours
 */
export async function takeFromFormerPostmaster(
  folder: string,
  confirm: () => Promise<void>,
): Promise<FileHandle> {
  const lock = await open(`${folder}.lock`, "a", 0o600);
  try {
    const isLocked = await waitForEnd(folder, lock);
    await confirm();
    await removeForeignPid(folder, isLocked);
    return lock;
  } catch (error) {
    await lock.close();
    throw error;
  }
}

/** Whether the lock then is ours; where there are no locks, process ids alone have to do. */
async function waitForEnd(folder: string, lock: FileHandle): Promise<boolean> {
  const deadline = Date.now() + timeoutMs;
  for (;;) {
    const attempt = await lockFile(lock.fd);
    const pid = await readPid(folder);
    if (attempt !== "held" && !(pid && (await isPostgresOn(pid, folder)))) {
      return attempt === "taken";
    }
    if (Date.now() > deadline) {
      throw new StartupError(
        `Another PostgreSQL is using ${folder}${pid ? ` (process ${pid} on the machine that started it)` : ""}.`,
        "Stop it (kill -INT), then start Earshot again.",
      );
    }
    await sleep(50);
  }
}

async function removeForeignPid(folder: string, isLocked: boolean): Promise<void> {
  const pid = await readPid(folder);
  if (pid === null || (await processBeginning(pid)) === null) return;
  // Children of a killed server hold its shared memory for a moment longer, and the lock as long.
  if (!isLocked) await sleep(2_000);
  await rm(join(folder, "postmaster.pid"), { force: true });
}

async function readPid(folder: string): Promise<number | null> {
  const text = await readFile(join(folder, "postmaster.pid"), "utf8").catch(() => "");
  const pid = Number(text.split("\n")[0]);
  return Number.isSafeInteger(pid) && pid > 0 ? pid : null;
}
