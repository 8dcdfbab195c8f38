import { mkdir } from "node:fs/promises";
import { resolve } from "node:path";
import pg from "pg";
import { migrate } from "@/lib/platform/migrations/migrate";
import { type Closing, readSettings, runCommand, say } from "./command/command";
import { findDatabaseUrl, migrationsFolder } from "./database/prepare-database";
import { seedCalls } from "./database/seed-calls";

const usualCalls = "2000";

process.exit(await runCommand("seed", "[--calls N]", seed, readArguments(process.argv.slice(2))));

/** Beside an Earshot that runs, or without one. */
async function seed(calls: string, closing: Closing, signal: AbortSignal) {
  if (!/^[1-9]\d{0,6}$/.test(calls)) return "usage";
  const settings = readSettings({});
  await mkdir(resolve(settings.DATA_DIR), { recursive: true });
  const url = await findDatabaseUrl(settings, closing, signal);
  await migrate(url, migrationsFolder);
  const pool = new pg.Pool({ connectionString: url });
  closing.add(() => pool.end());
  const days = await seedCalls(pool, Number(calls), { signal, now: new Date(), say });
  say(`${calls} made-up calls of the last ${days} days added to the database`);
}

/** The number of calls, or nothing that `runCommand` takes. */
function readArguments(given: string[]): string[] {
  if (given.length === 0) return [usualCalls];
  const [name, calls, ...others] = given.flatMap((one) => one.split(/(?<=^--calls)=/));
  return name === "--calls" && calls && others.length === 0 ? [calls] : [];
}
