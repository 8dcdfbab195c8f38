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
  if (await hasDatabase(config)) return;
  await withClient(config, (client) => client.query(`CREATE DATABASE ${databaseName}`));
}

function hasDatabase(config: pg.ClientConfig): Promise<boolean> {
  return withClient(config, async (client) => {
    const text = "SELECT FROM pg_database WHERE datname = $1";
    return (await client.query(text, [databaseName])).rowCount === 1;
  });
}

async function withClient<T>(
  config: pg.ClientConfig,
  work: (client: pg.Client) => Promise<T>,
): Promise<T> {
  const client = new pg.Client(config);
  client.on("error", () => undefined);
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}
