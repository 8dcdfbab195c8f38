import { readFile } from "node:fs/promises";
import { join } from "node:path";

/** The address of the embedded PostgreSQL under a data folder, as its files tell it. */
export async function embeddedDatabaseUrl(dataDir: string): Promise<string> {
  const secrets: { databasePassword: string } = JSON.parse(
    await readFile(join(dataDir, "secrets.json"), "utf8"),
  );
  const port = (await readFile(join(dataDir, "postgres-port"), "utf8")).trim();
  return `postgresql://earshot:${secrets.databasePassword}@127.0.0.1:${port}/earshot`;
}
