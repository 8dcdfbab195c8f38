import { checkDatabase } from "@/lib/platform/check-database";
import type { DataDirectory } from "@/lib/platform/data-directory";
import { type EmbeddedPostgres, startEmbeddedPostgres } from "@/lib/platform/embedded-postgres";
import type { Env } from "@/lib/platform/env";
import type { GeneratedSecrets } from "@/lib/platform/generated-secrets";
import { migrate } from "@/lib/platform/migrate";
import type { Closing } from "./closing";
import { inProject } from "./root-folder";
import { say } from "./say";

type Needs = {
  settings: Env;
  secrets: GeneratedSecrets;
  directory: DataDirectory;
  closing: Closing;
  signal: AbortSignal;
};

/** Brings up the database, the operator's own or the embedded one, and migrates it; gives its URL. */
export async function prepareDatabase(needs: Needs): Promise<string> {
  const given = needs.settings.DATABASE_URL?.reveal();
  const embedded = given === undefined ? await startEmbedded(needs) : null;
  if (given !== undefined) await checkDatabase(given, { say, signal: needs.signal });
  needs.signal.throwIfAborted();
  const applied = await migrate(embedded?.ownerUrl ?? given ?? "", inProject("prisma/migrations"));
  await embedded?.arrangeRoles();
  if (applied.length > 0) {
    say(`${applied.length} ${applied.length === 1 ? "migration" : "migrations"} applied`);
  }
  return embedded?.url ?? given ?? "";
}

async function startEmbedded({ secrets, directory, closing }: Needs): Promise<EmbeddedPostgres> {
  const postgres = await startEmbeddedPostgres({
    dataDirectory: directory.path,
    password: secrets.databasePassword,
    say,
    lease: directory.lease,
  });
  closing.add(postgres.stop);
  say(`PostgreSQL runs on port ${postgres.port}, its data under ${directory.path}`);
  return postgres;
}
