import { link, readFile, rename, rm, writeFile } from "node:fs/promises";
import { processBeginning } from "./process-identity";

export class ClaimedError extends Error {
  constructor(readonly pid: number) {
    super(`Claimed by process ${pid}`);
    this.name = "ClaimedError";
  }
}

export type Claim = { release: () => Promise<void> };

/**
 * Takes the claim file at `path` for this process. A claim whose process is gone counts for nothing.
 * @throws {ClaimedError} naming the living process that holds it.
 */
export async function claim(path: string): Promise<Claim> {
  const own = `${process.pid} ${await processBeginning(process.pid)}\n`;
  const beside = `${path}.${process.pid}`;
  await writeFile(beside, own, { mode: 0o600 });
  try {
    while (!(await linked(beside, path))) await setAsideIfStale(path);
  } finally {
    await rm(beside, { force: true });
  }
  return {
    release: async () => {
      if ((await read(path)) === own) await rm(path, { force: true });
    },
  };
}

async function linked(from: string, to: string): Promise<boolean> {
  try {
    await link(from, to);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "EEXIST") return false;
    throw error;
  }
}

/** Two processes may find the same stale claim: what was moved away is looked at once more. */
async function setAsideIfStale(path: string): Promise<void> {
  const found = await read(path);
  if (found === null) return;
  const pid = await holder(found);
  if (pid !== null) throw new ClaimedError(pid);
  const aside = `${path}.${process.pid}.stale`;
  await rename(path, aside).catch(() => undefined);
  if ((await read(aside)) !== found) await linked(aside, path).catch(() => false);
  await rm(aside, { force: true });
}

async function holder(content: string): Promise<number | null> {
  const [pid = "", beginning] = content.trim().split(/ (.*)/s);
  if (!/^\d+$/.test(pid) || !beginning) return null;
  return (await processBeginning(Number(pid))) === beginning ? Number(pid) : null;
}

async function read(path: string): Promise<string | null> {
  try {
    return await readFile(path, "utf8");
  } catch {
    return null;
  }
}
