import "server-only";
import { type FileHandle, open, readFile, rename, stat } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";
import { spawnLeashed } from "../process/leash";
import { bareEnvironment } from "../settings/bare-environment";
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
const stopPatienceMs = 20_000;

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
  const { ended, letGo, send } = spawnLeashed(command, "INT", {
    env: bareEnvironment({ TZ: "UTC" }),
    output: log.fd,
    held: lock.fd,
  });
  await log.close();
  await lock.close();
  return {
    ended,
    stop: async () => {
      letGo();
      const late = new AbortController();
      const hurry = sleep(stopPatienceMs, undefined, { signal: late.signal, ref: false })
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
    if ((error as { code?: string }).code === "28P01") throw error;
    return false;
  } finally {
    await client.end().catch(() => undefined);
  }
}

export async function rotateLog(logFile: string): Promise<void> {
  const found = await stat(logFile).catch(() => undefined);
  if (found && found.size > maxLogBytes) await rename(logFile, `${logFile}.1`);
}
