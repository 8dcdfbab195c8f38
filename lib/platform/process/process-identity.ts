import { execFile } from "node:child_process";
import { readFile, readlink } from "node:fs/promises";
import { promisify } from "node:util";

const run = promisify(execFile);

/**
 * When the process with this id began, in a notation of the system's own; null when there is none.
 * Ids are used again, so only id and beginning together name a process.
 */
export async function processBeginning(pid: number): Promise<string | null> {
  if (process.platform !== "linux") return askPs(pid, "lstart");
  try {
    const stat = await readFile(`/proc/${pid}/stat`, "utf8");
    const [state, ...rest] = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
    return state === "Z" ? null : (rest[18] ?? null);
  } catch {
    return null;
  }
}

/** Whether this process is a PostgreSQL server on the given data folder, which it has as its own. */
export async function isPostgresOn(pid: number, folder: string): Promise<boolean> {
  if (process.platform !== "linux") return (await askPs(pid, "args"))?.includes(folder) ?? false;
  try {
    return (await readlink(`/proc/${pid}/cwd`)) === folder;
  } catch {
    return false;
  }
}

async function askPs(pid: number, field: string): Promise<string | null> {
  try {
    const { stdout } = await run("ps", ["-o", `${field}=`, "-p", String(pid)]);
    return stdout.trim() || null;
  } catch {
    return null;
  }
}
