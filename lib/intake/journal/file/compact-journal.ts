import "server-only";
import { mkdir, open, rename, rm, stat, statfs } from "node:fs/promises";
import { join } from "node:path";
import { log } from "@/lib/ops/log";
import { openFiles } from "./journal-file";

/**
 * Makes the file of a journal small again that an outage has made large: LMDB gives no room back. For a
 * process that has the kernel's lock on the files and has not opened them yet. It does nothing while much waits, and
 * what fails leaves everything as it was.
 */
export async function compactJournal(folder: string): Promise<void> {
  const data = join(folder, "data.mdb");
  const found = await stat(data).catch(() => null);
  if (!found || found.size < worthBytes) return;
  // LMDB survives no write that the disk refuses.
  const room = await statfs(folder).catch(() => null);
  if (!room || room.bavail * room.bsize < leastFreeBytes) return;
  const beside = join(folder, "compacting");
  try {
    await rm(beside, { recursive: true, force: true });
    await mkdir(beside, { mode: 0o700 });
    if (!(await copySmall(folder, beside))) return;
    const copy = await open(join(beside, "data.mdb"), "r");
    await copy.chmod(0o600);
    await copy.sync();
    await copy.close();
    await rename(join(beside, "data.mdb"), data);
    // It belongs to the former file; LMDB makes it anew.
    await rm(join(folder, "lock.mdb"), { force: true });
    const parent = await open(folder, "r");
    await parent.sync().finally(() => parent.close());
    log().info({ from: found.size, to: (await stat(data)).size }, "the journal was compacted");
  } catch (error) {
    log().warn({ err: error }, "the journal can't be compacted");
  } finally {
    await rm(beside, { recursive: true, force: true }).catch(() => undefined);
  }
}

const worthBytes = 64 * 1024 * 1024;
const mostWaitingBytes = 16 * 1024 * 1024;
const leastFreeBytes = 128 * 1024 * 1024;

/** False: so much waits that it isn't worth the time, in which no event is taken. */
async function copySmall(from: string, to: string): Promise<boolean> {
  const source = openFiles(from);
  const target = openFiles(to);
  try {
    return await target.root.transaction(() => {
      let bytes = 0;
      for (const { key, value } of source.entries.getRange({})) {
        bytes += value.length;
        if (bytes > mostWaitingBytes) return false;
        target.entries.put(key, value);
      }
      for (const { key, value } of source.facts.getRange({})) target.facts.put(key, value);
      return true;
    });
  } finally {
    await Promise.all([source.root.close(), target.root.close()]);
  }
}
