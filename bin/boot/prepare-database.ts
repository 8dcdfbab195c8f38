import { checkDatabase } from "@/lib/platform/check-database";
import { startEmbeddedPostgres } from "@/lib/platform/embedded-postgres";
import type { Env } from "@/lib/platform/env";
import type { GeneratedSecrets } from "@/lib/platform/generated-secrets";
import { migrate } from "@/lib/platform/migrate";
import type { Closing } from "./closing";
import { inProject } from "./root-folder";
import { say } from "./say";

type Needs = {
  settings: Env;
  secrets: GeneratedSecrets;
  directory: string;
  closing: Closing;
  signal: AbortSignal;
};

/** Brings up the database, the operator's own or the embedded one, and migrates it; gives its URL. */
export async function prepareDatabase(needs: Needs): Promise<string> {
  const url = needs.settings.DATABASE_URL?.reveal() ?? (await startEmbedded(needs));
  if (needs.settings.DATABASE_URL) await checkDatabase(url, { say, signal: needs.signal });
  needs.signal.throwIfAborted();
  const applied = await migrate(url, inProject("prisma/migrations"));
  if (applied.length > 0) say(`Migrated: ${applied.join(", ")}`);
  return url;
}

async function startEmbedded({ secrets, directory, closing }: Needs): Promise<string> {
  const postgres = await startEmbeddedPostgres({
    dataDirectory: directory,
    password: secrets.databasePassword,
    say,
  });
  closing.add(postgres.stop);
  say(`PostgreSQL runs on port ${postgres.port}, its data under ${directory}`);
  return postgres.url;
}
