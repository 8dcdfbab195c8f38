import "server-only";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";
import { type Lease, writeAtomically } from "../files/data-directory";
import { findFreePort, whyNotListen } from "../process/processes";
import { ensurePostgresCluster, type PostgresCluster } from "./postgres-cluster";
import {
  type PostgresProcess,
  rotateLog,
  startOnce,
  startPostgres,
  superuserConfig,
  takeFromFormerPostmaster,
} from "./postgres-process";
import {
  applicationRole,
  arrangeRoles,
  databaseName,
  ensureDatabase,
  hasDatabase,
  ownerRole,
  rolePassword,
} from "./roles-sql";

export type EmbeddedPostgres = {
  /** As the application, which may neither change tables nor reach the system. */
  url: string;
  /** As the owner, for migrations. */
  ownerUrl: string;
  /** As the superuser, for tests and tools. */
  superuserUrl: string;
  port: number;
  /** Gives the roles what migrations made. */
  arrangeRoles: () => Promise<void>;
  stop: () => Promise<void>;
};

type Options = {
  dataDirectory: string;
  password: string;
  say: (line: string) => void;
  /** On the data directory; without one, nobody else may know the folder. */
  lease?: Lease;
};

const longestPauseMs = 10_000;

/**
 * Starts the PostgreSQL under the data directory and keeps it running, on the same port, until
 * `stop`. The port outlives restarts unless somebody else has taken it meanwhile.
 */
export async function startEmbeddedPostgres(options: Options): Promise<EmbeddedPostgres> {
  const { dataDirectory, password } = options;
  const cluster = await ensurePostgresCluster(join(dataDirectory, "postgres"), password);
  const logFile = join(dataDirectory, "postgres.log");
  await rotateLog(logFile);
  const confirm = options.lease?.confirm ?? (async () => undefined);
  const { server, port } = await startPostgres(cluster, {
    logFile,
    confirm,
    choosePort: () => choosePort(portFile(dataDirectory)),
  });
  const keeping = keepRunning(server, cluster, port, logFile, options.say, confirm);
  const { lost } = options.lease ?? {};
  lost?.addEventListener("abort", keeping.stopAtOnce, { once: true });
  if (lost?.aborted) keeping.stopAtOnce();
  const arrange = () =>
    arrangeRoles({ ...superuserConfig(cluster, port), database: databaseName }, password);
  try {
    await ensureDatabase(superuserConfig(cluster, port));
    await arrange();
  } catch (error) {
    await keeping.stop();
    throw error;
  }
  return {
    url: urlOf(applicationRole, port, password),
    ownerUrl: ownerUrlOf(port, password),
    superuserUrl: superuserUrlOf(cluster, port),
    port,
    arrangeRoles: arrange,
    stop: keeping.stop,
  };
}

/** A server that only the one who started it knows of. */
export type PrivatePostgres = {
  superuserUrl: string;
  ownerUrl: string;
  /** Whether it holds Earshot's database. */
  hasDatabase: () => Promise<boolean>;
  /** Makes the database, and the roles, which it gives what there is. */
  arrange: () => Promise<void>;
  stop: () => Promise<void>;
};

/**
 * Runs a cluster on a port that stands in no file, so that nobody takes it for the one in use. It is
 * not started again when it ends.
 */
export async function startPrivatePostgres(
  cluster: PostgresCluster,
  { logFile, lease }: { logFile: string; lease: Lease },
): Promise<PrivatePostgres> {
  const { server, port } = await startPostgres(cluster, {
    logFile,
    choosePort: findFreePort,
    confirm: lease.confirm,
  });
  const stopAtOnce = () => void server.stopAtOnce();
  lease.lost.addEventListener("abort", stopAtOnce, { once: true });
  if (lease.lost.aborted) stopAtOnce();
  const config = superuserConfig(cluster, port);
  return {
    superuserUrl: superuserUrlOf(cluster, port),
    ownerUrl: ownerUrlOf(port, cluster.password),
    hasDatabase: () => hasDatabase(config),
    arrange: async () => {
      await ensureDatabase(config);
      await arrangeRoles({ ...config, database: databaseName }, cluster.password);
    },
    stop: async () => {
      lease.lost.removeEventListener("abort", stopAtOnce);
      await server.stop();
    },
  };
}

/** Of the one that another process has started on this data directory; null: none answers there. */
export async function findRunningPostgres(
  dataDirectory: string,
  password: string,
): Promise<string | null> {
  const port = Number(await readFile(portFile(dataDirectory), "utf8").catch(() => ""));
  if (!port) return null;
  const client = new pg.Client({ connectionString: ownerUrlOf(port, password) });
  client.on("error", () => undefined);
  try {
    await client.connect();
    return ownerUrlOf(port, password);
  } catch {
    return null;
  } finally {
    await client.end().catch(() => undefined);
  }
}

function superuserUrlOf({ user, password }: PostgresCluster, port: number): string {
  return `postgresql://${user}:${encodeURIComponent(password)}@127.0.0.1:${port}/${databaseName}`;
}

function ownerUrlOf(port: number, password: string): string {
  return urlOf(ownerRole, port, password);
}

function urlOf(role: string, port: number, password: string): string {
  return `postgresql://${role}:${rolePassword(password, role)}@127.0.0.1:${port}/${databaseName}`;
}

function portFile(dataDirectory: string): string {
  return join(dataDirectory, "postgres-port");
}

function keepRunning(
  first: PostgresProcess,
  cluster: PostgresCluster,
  port: number,
  logFile: string,
  say: (line: string) => void,
  confirm: () => Promise<void>,
): { stop: () => Promise<void>; stopAtOnce: () => void } {
  const stopping = new AbortController();
  let current: PostgresProcess | null = first;
  const kept = keep();

  async function keep() {
    while (!stopping.signal.aborted) {
      const how = await current?.ended;
      if (stopping.signal.aborted) return;
      say(`PostgreSQL ended (${how}); restarting it. See its log, ${logFile}`);
      current = await startAgain();
      if (current) say("PostgreSQL is back");
    }
  }

  async function startAgain() {
    for (let pauseMs = 100; !stopping.signal.aborted; pauseMs *= 2) {
      await pause(Math.min(pauseMs, longestPauseMs), stopping.signal);
      try {
        const lock = await takeFromFormerPostmaster(cluster.folder, confirm);
        if (stopping.signal.aborted) {
          await lock.close();
          return null;
        }
        const server = await startOnce(cluster, port, logFile, lock);
        if (server) return server;
      } catch (error) {
        say(error instanceof Error ? error.message : String(error));
      }
    }
    return null;
  }

  return {
    stop: async () => {
      stopping.abort();
      await current?.stop();
      await kept;
      await current?.stop();
    },
    stopAtOnce: () => {
      stopping.abort();
      current?.stopAtOnce();
      kept.then(() => current?.stopAtOnce());
    },
  };
}

async function choosePort(file: string): Promise<number> {
  const remembered = Number(await readFile(file, "utf8").catch(() => ""));
  if (remembered > 0 && (await whyNotListen(remembered, "127.0.0.1")) === null) return remembered;
  const port = await findFreePort();
  await writeAtomically(file, `${port}\n`);
  return port;
}

async function pause(ms: number, signal: AbortSignal): Promise<void> {
  await sleep(ms, undefined, { signal }).catch(() => undefined);
}
