import "server-only";
import { createHash, type Hash, randomUUID } from "node:crypto";
import { createReadStream, read } from "node:fs";
import { type FileHandle, mkdir, open, readdir, rename, rm, stat, statfs } from "node:fs/promises";
import { dirname, join, resolve } from "node:path";
import type { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { syncFolder } from "@/lib/platform/files/private-files";
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

/** A file that is being written, under a name of its own until it is whole. */
export class SoundPart {
  bytes = 0;
  readonly #hash: Hash = createHash("sha256");

  private constructor(
    private readonly folder: string,
    readonly path: string,
    private readonly file: FileHandle,
  ) {}

  static async create(folder = soundFolder()): Promise<SoundPart> {
    const parts = join(folder, partsName);
    await mkdir(parts, { recursive: true, mode: 0o700 });
    const path = join(parts, randomUUID());
    return new SoundPart(folder, path, await open(path, "wx", 0o600));
  }

  async write(chunk: Uint8Array): Promise<void> {
    this.#hash.update(chunk);
    this.bytes += chunk.length;
    for (let written = 0; written < chunk.length; ) {
      written += (await this.file.write(chunk, written)).bytesWritten;
    }
  }

  /** Of what was written so far. */
  digest(): Buffer {
    return this.#hash.copy().digest();
  }

  /** Puts it under its hash. When this resolves, the file outlives a crash of the machine. */
  async keep(store: Pick<SoundStore, "take"> = diskStore(this.folder)): Promise<Buffer> {
    const sha256 = this.#hash.digest();
    await this.file.sync();
    await this.file.close();
    await store.take({ path: this.path, bytes: this.bytes }, sha256);
    return sha256;
  }

  async discard(): Promise<void> {
    await this.file.close().catch(() => undefined);
    await rm(this.path, { force: true });
  }
}

/** Waits until so many more bytes may be read; for whoever must not take all of a disk. */
export type Pace = (bytes: number) => Promise<void>;

/** The hash of all that comes, read no faster than `pace` lets it. */
export async function hashOf(body: Readable, pace?: Pace): Promise<Buffer> {
  const hash = createHash("sha256");
  await pipeline(body, async (chunks: AsyncIterable<Buffer>) => {
    for await (const chunk of chunks) {
      hash.update(chunk);
      await pace?.(chunk.length);
    }
  });
  return hash.digest();
}

export type Proof = "proved" | "missing" | "changed";

/** A kept file that is open to be read. */
export type OpenSound = {
  size: number;
  /** Bytes of it, read no further than they are asked for; ends what `open` began, however it ends. */
  stream: (first: number, length: number) => Promise<ReadableStream<Uint8Array>>;
  /** Of a file of this machine alone: fills a buffer from `at` on, as far as the file goes. */
  read?: (into: Buffer, at: number) => Promise<number>;
  close: () => Promise<void>;
};

/** Where whole files are kept, each under its SHA-256. */
export type SoundStore = {
  /** Takes a file that was written here. When it resolves, it outlives a crash of this machine. */
  take: (file: { path: string; bytes: number }, sha256: Buffer) => Promise<void>;
  /** Null: it isn't there. */
  open: (sha256: Uint8Array) => Promise<OpenSound | null>;
  /** Hands a file of this machine to `use`. @throws what `isMissing` knows when it isn't there */
  withFile: <Value>(sha256: Uint8Array, use: (path: string) => Promise<Value>) => Promise<Value>;
  /** Reads it from its beginning to its end, and says whether it still has its hash. */
  prove: (sha256: Uint8Array, pace?: Pace) => Promise<Proof>;
  /** Removes a file, at once and for good. Idempotent. */
  remove: (sha256: Uint8Array) => Promise<void>;
  /**
   * Puts a file that has lost its hash where nobody looks for it, so that what is left of it can be
   * looked at. Idempotent.
   */
  setAside: (sha256: Uint8Array) => Promise<void>;
  /**
   * Removes files that nobody claims: those of removed recordings, and those of a process that died
   * between here and the database. Whatever was written in the last 30 days stays: a database that was
   * put back to an older state may claim it again. What was set aside on a disk goes after as long.
   * @returns how many went
   */
  removeUnclaimed: (listClaimed: ListClaimed) => Promise<number>;
};

/** Which of these hashes are claimed. */
export type ListClaimed = (hashes: Buffer[]) => Promise<Buffer[]>;

/** `ab/cdef…` in a folder of this machine. */
export function diskStore(folder = soundFolder()): SoundStore {
  return {
    take: async ({ path: part }, sha256) => {
      const path = soundPath(sha256, folder);
      await mkdir(dirname(path), { recursive: true, mode: 0o700 });
      await rename(part, path);
      await syncFolder(dirname(path));
      await syncFolder(folder);
    },
    open: (sha256) => openFile(soundPath(sha256, folder)),
    withFile: async (sha256, use) => {
      const path = soundPath(sha256, folder);
      await stat(path);
      return use(path);
    },
    prove: async (sha256, pace) => {
      try {
        const hash = await hashOf(createReadStream(soundPath(sha256, folder)), pace);
        return hash.equals(sha256) ? "proved" : "changed";
      } catch (error) {
        if (isMissing(error)) return "missing";
        throw error;
      }
    },
    remove: async (sha256) => {
      const path = soundPath(sha256, folder);
      await rm(path, { force: true });
      await syncFolder(dirname(path)).catch(unlessMissing);
    },
    setAside: async (sha256) => {
      const aside = join(folder, asideName);
      await mkdir(aside, { recursive: true, mode: 0o700 });
      const name = `${Buffer.from(sha256).toString("hex")}-${Date.now()}`;
      await rename(soundPath(sha256, folder), join(aside, name)).catch(unlessMissing);
      await syncFolder(aside);
    },
    removeUnclaimed: (listClaimed) => removeUnclaimed(listClaimed, folder),
  };
}

/** Of damaged files, under the hash that they had and the time. */
export const asideName = "damaged";

function unlessMissing(error: unknown): void {
  if (!isMissing(error)) throw error;
}

async function openFile(path: string): Promise<OpenSound | null> {
  const file = await open(path, "r").catch((error: unknown) => {
    if (isMissing(error)) return null;
    throw error;
  });
  if (!file) return null;
  const { size } = await file.stat();
  return {
    size,
    stream: async (first, length) => streamFile(file, first, length),
    // By its callback: this is where a listener's time goes.
    read: (into, at) =>
      new Promise((resolve, reject) => {
        read(file.fd, into, 0, into.length, at, (error, bytes) => {
          if (error) reject(error);
          else resolve(bytes);
        });
      }),
    close: () => file.close(),
  };
}

/** Large enough that trips to the disk are few, small enough for many listeners at once. */
const chunkBytes = 256 * 1024;

function streamFile(file: FileHandle, first: number, length: number): ReadableStream<Uint8Array> {
  let at = first;
  const end = first + length;
  const pull = async (controller: ReadableStreamDefaultController<Uint8Array>) => {
    const chunk = new Uint8Array(Math.min(chunkBytes, end - at));
    const { bytesRead } = await file.read(chunk, 0, chunk.length, at);
    if (bytesRead === 0) throw new Error("a kept file is shorter than it was");
    at += bytesRead;
    controller.enqueue(chunk.subarray(0, bytesRead));
    if (at < end) return;
    await file.close();
    controller.close();
  };
  return new ReadableStream(
    {
      pull: (controller) =>
        pull(controller).catch(async (error: unknown) => {
          await file.close();
          throw error;
        }),
      cancel: () => file.close(),
    },
    { highWaterMark: 0 },
  );
}

export function isMissing(error: unknown): boolean {
  return error instanceof Error && "code" in error && error.code === "ENOENT";
}

/** Removes what a process that died left half written. What is being written is left alone. */
export async function removeStaleParts(folder = soundFolder()): Promise<number> {
  const parts = join(folder, partsName);
  return removeOld(parts, await namesIn(parts), silentMs);
}

async function removeUnclaimed(listClaimed: ListClaimed, folder: string): Promise<number> {
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
      removed += await removeOld(within, unclaimed, youngMs);
    }
  }
  return removed + (await removeAside(join(folder, asideName)));
}

/** By the time in their names. */
async function removeAside(folder: string): Promise<number> {
  const old = (await namesIn(folder)).filter((name) => {
    const setAsideMs = Number(/^[0-9a-f]{64}-(\d{1,15})$/.exec(name)?.[1] ?? Number.NaN);
    return Date.now() - setAsideMs >= youngMs;
  });
  for (const name of old) await rm(join(folder, name), { force: true });
  return old.length;
}

const partsName = "parts";
const hashesAtOnce = 1_000;
export const youngMs = 30 * 24 * 3_600_000;
/** Who fetches gives up long before a file has stood still for so long. */
const silentMs = 120_000;

async function removeOld(folder: string, names: string[], leastMs: number): Promise<number> {
  let removed = 0;
  for (const name of names) {
    const path = join(folder, name);
    const found = await stat(path).catch(() => null);
    if (!found || Date.now() - found.mtimeMs < leastMs) continue;
    await rm(path, { force: true });
    removed++;
  }
  return removed;
}

async function namesIn(folder: string): Promise<string[]> {
  try {
    return await readdir(folder);
  } catch (error) {
    if (isMissing(error)) return [];
    throw error;
  }
}
