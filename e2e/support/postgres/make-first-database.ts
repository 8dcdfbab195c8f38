import { rm } from "node:fs/promises";
import { join } from "node:path";
import { migrationsFolder } from "@/bin/database/prepare-database";
import { loadGeneratedSecrets } from "@/lib/platform/files/data-directory";
import { migrate } from "@/lib/platform/migrations/migrate";
import { startEmbeddedPostgres } from "@/lib/platform/postgres/embedded-postgres";

// As far as a first start of Earshot comes with its database, in a process of its own: what starts
// PostgreSQL is the server's alone, and so nothing that a journey may load.
const [dataDirectory = ""] = process.argv.slice(2);

const { databasePassword: password } = await loadGeneratedSecrets(dataDirectory);
const postgres = await startEmbeddedPostgres({ dataDirectory, password, say: () => undefined });
try {
  await migrate(postgres.ownerUrl, migrationsFolder);
  await postgres.arrangeRoles();
} finally {
  await postgres.stop();
}
// Each that is started with a copy chooses a port of its own.
for (const name of ["postgres-port", "postgres.log"]) await rm(join(dataDirectory, name));
