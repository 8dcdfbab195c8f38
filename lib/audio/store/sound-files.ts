import "server-only";
import { createHash, type Hash, randomUUID } from "node:crypto";
import { createReadStream, read } from "node:fs";
import { type FileHandle, mkdir, open, rename, rm, stat } from "node:fs/promises";
import { dirname, join } from "node:path";
import type { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import type { Outlet } from "@/lib/platform/files/kernel-send";
import { syncFolder } from "@/lib/platform/files/private-files";
import {
  asideName,
  isMissing,
  type ListClaimed,
  partsName,
  removeStaleParts,
  removeUnclaimed,
  soundFolder,
  soundPath,
} from "./sound-folder";

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
  /**
   * Of a file of this machine alone: fills memory, which is taken when its turn has come, from `at` on as
   * far as the file goes.
   */
  read?: (takeMemory: () => Buffer, at: number) => Promise<number>;
  /** Of a file of this machine alone: hands bytes from `at` on to `outlet`. @returns as it does */
  sendTo?: (outlet: Outlet, at: number, length: number) => Promise<number>;
  close: () => Promise<void>;
};

/** Runs something while nobody notes that a file is kept. */
export type Beside = (remove: () => Promise<boolean>) => Promise<boolean>;

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
   * looked at; one that has its hash, since another one took its place meanwhile, stays. Idempotent.
   * @param beside runs what removes it, where that can't be told from what is put there at that moment
   * @returns whether it has its hash
   */
  setAside: (sha256: Uint8Array, beside?: Beside) => Promise<boolean>;
  /**
   * Removes files that nobody claims: those of removed recordings, and those of a process that died
   * between here and the database. Whatever was written in the last 30 days stays: a database that was
   * put back to an older state may claim it again. What was set aside on a disk goes after as long.
   * @returns how many went
   */
  removeUnclaimed: (listClaimed: ListClaimed) => Promise<number>;
  /** Removes what a process that died left half written. What is being written stays. @returns how many went */
  removeStale: () => Promise<number>;
};

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
    removeUnclaimed: (listClaimed) => removeUnclaimed(listClaimed, folder),
    removeStale: () => removeStaleParts(folder),
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
