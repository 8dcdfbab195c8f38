import "server-only";
import { mkdir, readdir, rm, stat, statfs } from "node:fs/promises";
import { join, resolve } from "node:path";
import { env } from "@/lib/platform/settings/env";

/** Where sound is kept: each file under its SHA-256, `ab/cdef…`, for the eyes of this user alone. */
export function soundFolder(): string {
  return join(resolve(env().DATA_DIR), "audio");
}

export function soundPath(sha256: Uint8Array, folder = soundFolder()): string {
  const name = Buffer.from(sha256).toString("hex");
  return join(folder, name.slice(0, 2), name.slice(2));
}

/** How many bytes may still be written to the disk of the folder. */
export async function freeBytes(folder = soundFolder()): Promise<number> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const { bavail, bsize } = await statfs(folder);
  return bavail * bsize;
}

/** Of files that are being written. */
export const partsName = "parts";

/** Of the notes among them: each tells of an upload to a bucket that isn't whole. */
export const noteEnding = ".upload";

/** Of damaged files, under the hash that they had and the time. */
export const asideName = "damaged";

/** Which of these hashes are claimed. */
export type ListClaimed = (hashes: Buffer[]) => Promise<Buffer[]>;

/** See `SoundStore.removeStale`. What a network's file system keeps of removed files it removes itself. */
export async function removeStaleParts(folder: string, now: Date): Promise<number> {
  const parts = join(folder, partsName);
  const names = (await namesIn(parts)).filter((name) => !name.startsWith("."));
  const written = names.filter((name) => !isNote(name));
  const notes = names.filter(isNote);
  const ofParts = await removeOld(parts, written, timeBefore(now, silentMs));
  return ofParts + (await removeOld(parts, notes, timeBefore(now, youngMs)));
}

/** The paths of the notes of uploads. */
export async function listNotes(folder: string): Promise<string[]> {
  const parts = join(folder, partsName);
  return (await namesIn(parts)).filter(isNote).map((name) => join(parts, name));
}

const isNote = (name: string) => name.endsWith(noteEnding);

/** Removes files that nobody claims and that are not young; also what was set aside long ago. */
export async function removeUnclaimed(
  listClaimed: ListClaimed,
  now: Date,
  folder: string,
): Promise<number> {
  const youngSince = timeBefore(now, youngMs);
  let removed = 0;
  for (const beginning of await namesIn(folder)) {
    if (!/^[0-9a-f]{2}$/.test(beginning)) continue;
    const within = join(folder, beginning);
    const names = (await namesIn(within)).filter((name) => /^[0-9a-f]{62}$/.test(name));
    for (let first = 0; first < names.length; first += hashesAtOnce) {
      const some = names.slice(first, first + hashesAtOnce);
      const hashes = some.map((name) => Buffer.from(beginning + name, "hex"));
      const claimed = new Set((await listClaimed(hashes)).map((hash) => hash.toString("hex")));
      const unclaimed = some.filter((name) => !claimed.has(beginning + name));
      removed += await removeOld(within, unclaimed, youngSince);
    }
  }
  return removed + (await removeAside(join(folder, asideName), youngSince));
}

/** By the time in their names. */
async function removeAside(folder: string, youngSince: Date): Promise<number> {
  const old = (await namesIn(folder)).filter((name) => {
    const setAsideMs = Number(/^[0-9a-f]{64}-(\d{1,15})$/.exec(name)?.[1] ?? Number.NaN);
    return setAsideMs <= youngSince.getTime();
  });
  for (const name of old) await rm(join(folder, name), { force: true });
  return old.length;
}

const hashesAtOnce = 1_000;
export const youngMs = 30 * 24 * 3_600_000;
/** Who fetches gives up long before a file has stood still for so long. */
export const silentMs = 120_000;

/** Those that were written no later than then. */
async function removeOld(folder: string, names: string[], then: Date): Promise<number> {
  let removed = 0;
  for (const name of names) {
    const path = join(folder, name);
    const found = await stat(path).catch(() => null);
    if (!found || found.mtime > then) continue;
    await rm(path, { force: true });
    removed++;
  }
  return removed;
}

export function timeBefore(now: Date, ms: number): Date {
  return new Date(now.getTime() - ms);
}

async function namesIn(folder: string): Promise<string[]> {
  try {
    return await readdir(folder);
  } catch (error) {
    if (isMissing(error)) return [];
    throw error;
  }
}

export function isMissing(error: unknown): boolean {
  return error instanceof Error && "code" in error && error.code === "ENOENT";
}
