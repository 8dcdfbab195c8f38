// `npm run audio` and `npm run ledger`: what an operator has checked and mended, beside an Earshot that runs
// or without one.

import pg from "pg";
import { fetchMissing, verifySounds } from "@/lib/audio/custody/verify-sounds";
import { closeDatabase } from "@/lib/platform/database/db";
import { fillZones } from "@/lib/recordings/totals/keep-zones";
import { countAnew, verifyCounts } from "@/lib/recordings/totals/verify-counts";
import { type Closing, readSettings, runCommand, say } from "./command/command";
import { findDatabaseUrl } from "./database/prepare-database";

type Command = (open: Open, signal: AbortSignal) => Promise<"failed" | undefined>;
type Open = { databaseUrl: string; closing: Closing };

const commandsOf: Record<string, Map<string, Command>> = {
  audio: new Map([
    ["verify", verifyAudio],
    ["fetch-missing", fetchMissingAudio],
  ]),
  ledger: new Map([
    ["verify", verifyLedger],
    ["repair", repairLedger],
  ]),
};

const [what = "", ...given] = process.argv.slice(2);
const commands = commandsOf[what] ?? new Map<string, Command>();
const names = [...commands.keys()].join("|");

process.exit(
  await runCommand(
    what,
    names,
    async (name, closing, signal) => {
      const command = commands.get(name);
      if (!command) return "usage";
      const databaseUrl = await findDatabaseUrl(readSettings({}), closing, signal);
      return command({ databaseUrl, closing }, signal);
    },
    given,
  ),
);

async function verifyAudio(open: Open, signal: AbortSignal): Promise<"failed" | undefined> {
  lookInto(open);
  const { files, recordings, faulty } = await verifySounds(signal);
  for (const { recordingId, sha256, proof } of faulty) {
    say(`${proof}: ${sha256} of the recording ${recordingId}`);
  }
  say(
    `${files} files of ${recordings} recordings read; ` +
      (faulty.length === 0
        ? "every hash matches"
        : `${faulty.length} recordings will be fetched again`),
  );
  return faulty.length === 0 ? undefined : "failed";
}

async function fetchMissingAudio(open: Open): Promise<undefined> {
  lookInto(open);
  const count = await fetchMissing();
  say(`${count} recordings have no kept audio; a running Earshot is now fetching it where it can`);
}

function lookInto({ databaseUrl, closing }: Open): void {
  process.env.DATABASE_URL = databaseUrl;
  closing.add(closeDatabase);
}

async function verifyLedger(open: Open): Promise<"failed" | undefined> {
  const found = await verifyCounts(openPool(open));
  if (found.length === 0) return void say("Counts, timelines and customers match the calls");
  for (const { of, rows, example } of found)
    say(`${of}: ${rows} rows differ from the calls, for example ${example}`);
  say("Run `npm run ledger -- repair` to rebuild them, also while Earshot runs");
  return "failed";
}

async function repairLedger(open: Open): Promise<undefined> {
  const pool = openPool(open);
  await countAnew(pool);
  while (await fillZones(pool));
  say("Rebuilt counts, timelines and customers from the calls");
}

function openPool({ databaseUrl, closing }: Open): pg.Pool {
  const pool = new pg.Pool({ connectionString: databaseUrl });
  closing.add(() => pool.end());
  return pool;
}
