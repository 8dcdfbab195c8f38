import "server-only";
import type { Outlet } from "@/lib/platform/files/kernel-send";
import { processWide } from "@/lib/platform/process/process-wide";
import { env } from "@/lib/platform/settings/env";
import { diskStore, SoundPart } from "./disk-store";
import { openS3Store } from "./s3-store";
import { type ListClaimed, soundFolder } from "./sound-folder";

/** Waits until so many more bytes may be read; for whoever must not take all of a disk. */
export type Pace = (bytes: number) => Promise<void>;

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
   * @param now by the database's clock
   * @returns how many went
   */
  removeUnclaimed: (listClaimed: ListClaimed, now: Date) => Promise<number>;
  /** Removes what a process that died left half written. What is being written stays. @returns how many went */
  removeStale: (now: Date) => Promise<number>;
};

/** Where this process keeps audio, by its settings. */
export function soundStore(): SoundStore {
  return env().AUDIO_STORE === "s3" ? s3Store() : diskStore();
}

const s3Store = processWide("earshotS3Store", () => openS3Store(env(), soundFolder()));

/** A kept file in pieces, by its hash in hexadecimal; null: it isn't there. */
export async function openKept(sha256: string): Promise<AsyncIterable<Buffer> | null> {
  const sound = await soundStore().open(Buffer.from(sha256, "hex"));
  if (!sound) return null;
  if (sound.size > 0) return readAll(await sound.stream(0, sound.size));
  await sound.close();
  return readAll(new Blob([]).stream());
}

async function* readAll(stream: ReadableStream<Uint8Array>): AsyncGenerator<Buffer> {
  for await (const chunk of stream) yield Buffer.from(chunk.buffer, chunk.byteOffset, chunk.length);
}

/** Writes a file that is known by its hash. `keep` throws when it has another one. */
export async function createKept(sha256: string, folder = soundFolder()) {
  const part = await SoundPart.create(folder);
  const store = env().AUDIO_STORE === "s3" ? s3Store() : diskStore(folder);
  return {
    write: (bytes: Buffer) => part.write(bytes),
    keep: async () => {
      const hash = part.digest().toString("hex");
      if (hash !== sha256) {
        await part.discard();
        throw new Error(`a file of audio is not ${sha256}`);
      }
      await part.keep(store);
      await part.discard();
    },
  };
}
