import pg from "pg";
import { fillZones } from "@/lib/recordings/totals/keep-zones";
import { countAnew, verifyCounts } from "@/lib/recordings/totals/verify-counts";
import { readSettings, runCommand, say } from "./command/command";
import { findDatabaseUrl } from "./database/prepare-database";

const commands = { verify, repair };

process.exit(
  await runCommand("ledger", "verify|repair", async (name, closing, signal) => {
    const command = Object.hasOwn(commands, name) ? commands[name as keyof typeof commands] : null;
    if (!command) return "usage";
    const settings = readSettings({});
    const pool = new pg.Pool({
      connectionString: await findDatabaseUrl(settings, closing, signal),
    });
    closing.add(() => pool.end());
    return command(pool);
  }),
);

/** Beside an Earshot that runs, or without one. */
async function verify(pool: pg.Pool): Promise<"failed" | undefined> {
  const found = await verifyCounts(pool);
  if (found.length === 0) return void say("Counts, timelines and customers match the calls");
  for (const { of, rows, example } of found)
    say(`${of}: ${rows} rows differ from the calls, for example ${example}`);
  say("Run `npm run ledger -- repair` to rebuild them, also while Earshot runs");
  return "failed";
}

async function repair(pool: pg.Pool): Promise<undefined> {
  await countAnew(pool);
  while (await fillZones(pool));
  say("Rebuilt counts, timelines and customers from the calls");
}
