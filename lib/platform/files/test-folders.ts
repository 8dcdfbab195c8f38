import { mkdir, rename, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";

const forgotten = () => join(tmpdir(), "earshot-forgotten");

/**
 * Takes away a folder with a cluster in it, which is deleted once all checks are over: where many files were
 * deleted a moment ago, making a new one costs some file systems a hundred times as much.
 */
export async function forgetFolder(folder: string): Promise<void> {
  // Half of the space, in a few files.
  await rm(join(folder, "postgres", "pg_wal"), { recursive: true, force: true });
  const place = join(forgotten(), `${basename(folder)}-${process.pid}-${Date.now()}`);
  try {
    await mkdir(forgotten(), { recursive: true });
    await rename(folder, place);
  } catch {
    // It lies on another disk, or somebody else's are there.
    await rm(folder, { recursive: true, force: true });
  }
}

/** Unless the folder of temporary files is the run's own, and goes with it. */
export async function deleteForgotten(): Promise<void> {
  if (process.env.EARSHOT_TEMPORARY === "own") return;
  // Another checkout's checks may be forgetting something at the same moment.
  await rm(forgotten(), { recursive: true, force: true, maxRetries: 3 }).catch(() => undefined);
}
