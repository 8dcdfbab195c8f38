import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { writeMigration } from "@/lib/platform/migrations/write-migration";
import { startEmbeddedPostgres } from "@/lib/platform/postgres/embedded-postgres";
import { type Closing, runCommand, say } from "./command/command";
import { inProject } from "./command/project";

// Stands before the call: what that runs is over before the rest of this file.
const toMind = [
  "an index on a table that exists is made CONCURRENTLY, alone in a migration of its own",
  "nothing that the version before reads is dropped, renamed or made NOT NULL (see CONTRIBUTING.md)",
  "what the schema can't express is added by hand: checks, partial and expression indexes, partitions,",
  "  functions, and what becomes of the rows that are there",
];

process.exit(await runCommand("migration", "NAME", make));

/** On a database of its own, which is gone afterwards. */
async function make(name: string, closing: Closing) {
  if (!/^[a-z][a-z0-9_-]{0,60}$/.test(name)) return "usage";
  const dataDirectory = await mkdtemp(join(tmpdir(), "earshot-migration-"));
  closing.add(() => rm(dataDirectory, { recursive: true, force: true }));
  const postgres = await startEmbeddedPostgres({ dataDirectory, password: "scratch", say });
  closing.add(postgres.stop);
  const made = await writeMigration(name, {
    folder: inProject("prisma"),
    emptyDatabaseUrl: postgres.superuserUrl,
    now: new Date(),
  });
  say(`Written: prisma/migrations/${made}/migration.sql. Read it before you commit it:`);
  for (const line of toMind) say(`- ${line}`);
}
