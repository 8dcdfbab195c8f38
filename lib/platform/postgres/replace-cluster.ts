import "server-only";
import { readdir, rename, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import { syncFolder } from "../files/private-files";
import { readClusterMajor } from "./postgres-cluster";

/** Where the cluster in use lies, and the one that is to take its place while it is filled. */
export function clusterFolders(dataDirectory: string) {
  return {
    current: join(dataDirectory, "postgres"),
    next: join(dataDirectory, "postgres.next"),
    /** Filled, compared and stopped. Nothing else gets this name. */
    filled: join(dataDirectory, "postgres.filled"),
  };
}

const keptDays = 7;
const dayMs = 86_400_000;

/**
 * Puts the next cluster in the place of the current one, which is kept for some days; gives its folder.
 * Neither may run. After a crash at any moment `finishReplacing` goes on.
 */
export async function replaceCluster(dataDirectory: string, now: Date): Promise<string> {
  const { current, next, filled } = clusterFolders(dataDirectory);
  const major = await readClusterMajor(current);
  let until = now.getTime() + keptDays * dayMs;
  // Whoever went back by a copy of it has one of this day already.
  while (await isThere(join(dataDirectory, keptName(major, until)))) until += dayMs;
  const kept = join(dataDirectory, keptName(major, until));
  await rename(next, filled);
  await syncFolder(dataDirectory);
  await rename(current, kept);
  await syncFolder(dataDirectory);
  await rename(filled, current);
  await syncFolder(dataDirectory);
  return kept;
}

/** After a crash: with the current cluster away, the filled one is complete and takes its place. */
export async function finishReplacing(dataDirectory: string): Promise<void> {
  const { current, filled } = clusterFolders(dataDirectory);
  if (!(await isThere(filled))) return;
  if (await isThere(current)) {
    // An older Earshot may have written there since.
    await rm(filled, { recursive: true, force: true });
    return;
  }
  await rename(filled, current);
  await syncFolder(dataDirectory);
}

/**
 * Removes clusters whose days are over, and gives their folders. To be called when the one in use has
 * answered and been migrated: while it fails, the one before is all there is.
 */
export async function removeKeptClusters(dataDirectory: string, now: Date): Promise<string[]> {
  const inUse = await readClusterMajor(clusterFolders(dataDirectory).current);
  const removed = [];
  for (const name of await readdir(dataDirectory)) {
    const [, major, until] = /^postgres-(\d+)-until-(\d{4}-\d\d-\d\d)$/.exec(name) ?? [];
    if (!major || !until || inUse === null || Number(major) >= inUse) continue;
    if (toDay(now.getTime()) <= until) continue;
    const folder = join(dataDirectory, name);
    // What can't be removed is in nobody's way but the disk's.
    const isGone = await rm(folder, { recursive: true, force: true }).then(
      () => true,
      () => false,
    );
    if (isGone) removed.push(folder);
  }
  return removed;
}

function keptName(major: number | null, untilMs: number): string {
  return `postgres-${major}-until-${toDay(untilMs)}`;
}

function toDay(instantMs: number): string {
  return new Date(instantMs).toISOString().slice(0, 10);
}

async function isThere(path: string): Promise<boolean> {
  return (await stat(path).catch(() => null)) !== null;
}
