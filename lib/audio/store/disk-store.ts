import "server-only";
import { createHash, type Hash, randomUUID } from "node:crypto";
import { createReadStream, read } from "node:fs";
import { type FileHandle, mkdir, open, rename, rm, stat } from "node:fs/promises";
import { dirname, join } from "node:path";
import type { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { syncFolder } from "@/lib/platform/files/data-directory";
import {
  asideName,
  isMissing,
  partsName,
  removeStaleParts,
  removeUnclaimed,
  soundFolder,
  soundPath,
} from "./sound-folder";
import type { OpenSound, Pace, SoundStore } from "./sound-store";

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
      const path = soundPath(sha256, folder);
      const damaged = join(aside, `${Buffer.from(sha256).toString("hex")}-${Date.now()}`);
      try {
        await rename(path, damaged);
        // Only here can nobody put another one in its place.
        const isWhole = (await hashOf(createReadStream(damaged))).equals(sha256);
        if (isWhole) await rename(damaged, path);
        await syncFolder(dirname(path));
        return isWhole;
      } catch (error) {
        unlessMissing(error);
        return false;
      } finally {
        await syncFolder(aside);
      }
    },
    removeUnclaimed: (listClaimed, now) => removeUnclaimed(listClaimed, now, folder),
    removeStale: (now) => removeStaleParts(folder, now),
  };
}

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
    read: (takeMemory, at) =>
      new Promise((resolve, reject) => {
        const into = takeMemory();
        read(file.fd, into, 0, into.length, at, (error, bytes) => {
          if (error) reject(error);
          else resolve(bytes);
        });
      }),
    sendTo: (outlet, at, length) => outlet.send(file.fd, at, length),
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

type Shared = { sound: Promise<OpenSound | null>; users: number; isOver: boolean };

const sharedSounds = new Map<string, Shared>();
const sharedMs = 1_000;
const mostShared = 200;

/**
 * Opens a file of this machine's disk, as its store does, for whoever asks for parts of the same files
 * again and again: what was opened within the last second is open still. Its size is of then; a file
 * under its hash has one. Opening and reading together take at most half of this process's threads, and
 * wait for one: a disk that hangs leaves the others to the journal and to whatever else needs one.
 */
export async function openShared(sha256: Uint8Array): Promise<OpenSound | null> {
  const key = Buffer.from(sha256).toString("hex");
  const shared = sharedSounds.get(key) ?? share(key, sha256);
  if (!shared) return openInTurn(sha256);
  shared.users++;
  const leave = async () => {
    shared.users--;
    await closeUnused(shared);
  };
  try {
    const sound = await shared.sound;
    if (sound) return { ...sound, close: leave };
  } catch (error) {
    await leave();
    throw error;
  }
  await leave();
  return null;
}

function share(key: string, sha256: Uint8Array): Shared | undefined {
  if (sharedSounds.size >= mostShared) return undefined;
  const shared = { sound: openInTurn(sha256), users: 0, isOver: false };
  sharedSounds.set(key, shared);
  const end = () => {
    if (shared.isOver) return;
    shared.isOver = true;
    sharedSounds.delete(key);
    closeUnused(shared).catch(() => undefined);
  };
  // What isn't there may come.
  shared.sound.then((sound) => sound ?? end(), end);
  setTimeout(end, sharedMs).unref();
  return shared;
}

async function closeUnused({ sound, users, isOver }: Shared): Promise<void> {
  if (isOver && users === 0) await (await sound.catch(() => null))?.close();
}

async function openInTurn(sha256: Uint8Array): Promise<OpenSound | null> {
  const sound = await inTurn(() => diskStore().open(sha256));
  if (!sound) return null;
  const { read, sendTo } = sound;
  return {
    ...sound,
    ...(read && { read: (takeMemory, at) => inTurn(() => read(takeMemory, at)) }),
    ...(sendTo && {
      sendTo: (outlet, at, length) => inTurn(() => sendTo(outlet, at, length)),
    }),
  };
}

/** Node's own number, unless it was told another. */
const threads = Number(process.env.UV_THREADPOOL_SIZE) || 4;
let free = Math.floor(threads / 2);
const waiting: (() => void)[] = [];

async function inTurn<Value>(work: () => Promise<Value>): Promise<Value> {
  if (free > 0) free--;
  else await new Promise<void>((resolve) => waiting.push(resolve));
  try {
    return await work();
  } finally {
    // Handed on, not given back: nobody can come in between.
    const next = waiting.shift();
    if (next) next();
    else free++;
  }
}
