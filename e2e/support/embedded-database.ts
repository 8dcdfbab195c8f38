import { readFile } from "node:fs/promises";
import { join } from "node:path";
import pg from "pg";

/** The address of the embedded PostgreSQL under a data folder, as its files tell it. */
export async function embeddedDatabaseUrl(dataDir: string, database = "earshot"): Promise<string> {
  const secrets: { databasePassword: string } = JSON.parse(
    await readFile(join(dataDir, "secrets.json"), "utf8"),
  );
  const port = (await readFile(join(dataDir, "postgres-port"), "utf8")).trim();
  return `postgresql://earshot:${secrets.databasePassword}@127.0.0.1:${port}/${database}`;
}

/** One connection for the length of the work. */
export async function withDatabase<T>(
  url: string,
  work: (client: pg.Client) => Promise<T>,
): Promise<T> {
  const client = new pg.Client(url);
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}
