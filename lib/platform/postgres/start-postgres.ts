import "server-only";
import { type FileHandle, readFile } from "node:fs/promises";
import { setTimeout as sleep } from "node:timers/promises";
import type pg from "pg";
import { StartupError } from "../settings/startup-error";
import { takeFromFormerPostmaster } from "./former-postmaster";
import type { PostgresCluster } from "./postgres-cluster";
import { type PostgresProcess, runPostgres, waitUntilAnswering } from "./postgres-process";

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
    `The embedded PostgreSQL does not start. It says:\n${await lastLines(logFile)}`,
    `The whole log is ${logFile}.`,
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
      `The embedded PostgreSQL refuses the password kept beside ${cluster.folder}.`,
      "Put secrets.json back from the backup that belongs to this database.",
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
