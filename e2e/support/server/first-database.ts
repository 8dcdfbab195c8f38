import { execFile } from "node:child_process";
import { randomBytes } from "node:crypto";
import { mkdtemp, readFile, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { inProject } from "@/bin/command/project";
import { forgetFolder } from "@/lib/platform/files/test-folders";
import { bareEnvironment } from "@/lib/platform/process/processes";

const run = promisify(execFile);
const variable = "EARSHOT_E2E_DATABASE";

/**
 * Makes once for the whole run what most of its Earshots would each make at their first start: an empty
 * database with all migrations. @returns takes it away again
 */
export async function makeFirstDatabase(): Promise<() => Promise<void>> {
  const folder = await mkdtemp(join(tmpdir(), "earshot-first-"));
  const program = inProject("e2e/support/postgres/make-first-database.ts");
  const parameters = ["--import", "tsx", "--conditions=react-server", program, folder];
  await run(process.execPath, parameters, { cwd: inProject(), env: bareEnvironment() });
  process.env[variable] = folder;
  return () => forgetFolder(folder);
}

/** Puts a copy of it into an empty data folder, with secrets that nobody else has. */
export async function copyFirstDatabase(dataDir: string): Promise<void> {
  const folder = process.env[variable];
  if (!folder) return;
  // Whoever runs PostgreSQL keeps their files.
  await run("cp", ["-a", join(folder, "postgres"), join(dataDir, "postgres")]);
  const made = JSON.parse(await readFile(join(folder, "secrets.json"), "utf8"));
  const [webhookSecret, authSecret] = [newSecret(), newSecret()];
  const secrets = JSON.stringify({ ...made, webhookSecret, authSecret });
  await writeFile(join(dataDir, "secrets.json"), secrets, { mode: 0o600 });
}

function newSecret(): string {
  return randomBytes(32).toString("base64url");
}
