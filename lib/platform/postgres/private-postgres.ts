import "server-only";
import pg from "pg";
import type { Lease } from "../files/data-directory";
import { findFreePort } from "../process/free-port";
import type { PostgresCluster } from "./postgres-cluster";
import { startPostgres, superuserConfig } from "./postgres-process";
import { arrangeRoles, databaseName, ownerRole, rolePassword } from "./postgres-roles";

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
    ...{ logFile, choosePort: findFreePort, confirm: lease.confirm },
  });
  const stopAtOnce = () => void server.stopAtOnce();
  lease.lost.addEventListener("abort", stopAtOnce, { once: true });
  if (lease.lost.aborted) stopAtOnce();
  const config = superuserConfig(cluster, port);
  const { user, password } = cluster;
  const urlOf = (role: string, secret: string) =>
    `postgresql://${role}:${encodeURIComponent(secret)}@127.0.0.1:${port}/${databaseName}`;
  return {
    superuserUrl: urlOf(user, password),
    ownerUrl: urlOf(ownerRole, rolePassword(password, ownerRole)),
    hasDatabase: () => hasDatabase(config),
    arrange: async () => {
      await ensureDatabase(config);
      await arrangeRoles({ ...config, database: databaseName }, password);
    },
    stop: async () => {
      lease.lost.removeEventListener("abort", stopAtOnce);
      await server.stop();
    },
  };
}

/** @param config of the superuser, in another database */
export async function ensureDatabase(config: pg.ClientConfig): Promise<void> {
  if (!(await hasDatabase(config))) await ask(config, `CREATE DATABASE ${databaseName}`);
}

async function hasDatabase(config: pg.ClientConfig): Promise<boolean> {
  return (await ask(config, `SELECT FROM pg_database WHERE datname = '${databaseName}'`)) === 1;
}

/** On a connection of its own. @returns of how many rows the answer is */
async function ask(config: pg.ClientConfig, statement: string): Promise<number | null> {
  const client = new pg.Client(config);
  client.on("error", () => undefined);
  await client.connect();
  try {
    return (await client.query(statement)).rowCount;
  } finally {
    await client.end();
  }
}
