import "server-only";
import { type FileHandle, open, readFile, rm } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { lockFile } from "../files/claim";
import { isPostgresOn, processBeginning } from "../process/process-identity";
import { StartupError } from "../settings/startup-error";

const timeoutMs = 60_000;

/**
 * Waits for the PostgreSQL of an Earshot that was killed to end, with all its children, and removes
 * a `postmaster.pid` whose process id belongs to somebody else by now, which PostgreSQL would take
 * for alive. Gives the lock of the folder, which the next server is to keep as long as it lives:
 * it tells of servers in other containers too, where no process id means anything.
 * @param confirm throws when the data directory is no longer ours
 */
export async function takeFromFormerPostmaster(
  folder: string,
  confirm: () => Promise<void>,
): Promise<FileHandle> {
  const lock = await open(`${folder}.lock`, "a", 0o600);
  try {
    const isLocked = await waitForEnd(folder, lock);
    await confirm();
    await removeForeignPid(folder, isLocked);
    return lock;
  } catch (error) {
    await lock.close();
    throw error;
  }
}

/** Whether the lock then is ours; where there are no locks, process ids alone have to do. */
async function waitForEnd(folder: string, lock: FileHandle): Promise<boolean> {
  const deadline = Date.now() + timeoutMs;
  for (;;) {
    const attempt = await lockFile(lock.fd);
    const pid = await readPid(folder);
    if (attempt !== "held" && !(pid && (await isPostgresOn(pid, folder)))) {
      return attempt === "taken";
    }
    if (Date.now() > deadline) {
      throw new StartupError(
        `Another PostgreSQL runs on ${folder}${pid ? `, process ${pid} where it was started` : ""}.`,
        "Stop it (kill -INT), then start Earshot again.",
      );
    }
    await sleep(50);
  }
}

async function removeForeignPid(folder: string, isLocked: boolean): Promise<void> {
  const pid = await readPid(folder);
  if (pid === null || (await processBeginning(pid)) === null) return;
  // Children of a killed server hold its shared memory for a moment longer, and the lock as long.
  if (!isLocked) await sleep(2_000);
  await rm(join(folder, "postmaster.pid"), { force: true });
}

async function readPid(folder: string): Promise<number | null> {
  const text = await readFile(join(folder, "postmaster.pid"), "utf8").catch(() => "");
  const pid = Number(text.split("\n")[0]);
  return Number.isSafeInteger(pid) && pid > 0 ? pid : null;
}
