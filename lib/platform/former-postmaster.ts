import "server-only";
import { readFile, rm } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { isPostgresOn, processBeginning } from "./process-identity";
import { StartupError } from "./startup-error";

const patienceMs = 60_000;

/**
 * Waits for the PostgreSQL of an Earshot that was killed to end, and removes a `postmaster.pid`
 * whose process id belongs to somebody else by now, which PostgreSQL would take for alive.
 */
export async function clearFormerPostmaster(folder: string): Promise<void> {
  const path = join(folder, "postmaster.pid");
  const pid = Number((await readFile(path, "utf8").catch(() => "")).split("\n")[0]);
  if (!Number.isSafeInteger(pid) || pid <= 0) return;
  if ((await processBeginning(pid)) === null) return;
  if (await isPostgresOn(pid, folder)) return waitForEnd(pid, folder);
  // Children of a killed server hold its shared memory for a moment longer.
  await sleep(2_000);
  await rm(path, { force: true });
}

async function waitForEnd(pid: number, folder: string): Promise<void> {
  const deadline = Date.now() + patienceMs;
  while (await isPostgresOn(pid, folder)) {
    if (Date.now() > deadline) {
      throw new StartupError(
        `Another PostgreSQL, process ${pid}, runs on ${folder}.`,
        `Stop it (kill -INT ${pid}), then start Earshot again.`,
      );
    }
    await sleep(50);
  }
}
