import "server-only";
import { processWide } from "@/lib/platform/process/process-wide";
import { env } from "@/lib/platform/settings/env";
import { openS3Store } from "./s3-store";
import { diskStore, type OpenSound, SoundPart, type SoundStore } from "./sound-files";
import { soundFolder } from "./sound-folder";

/** Where this process keeps audio, by its settings. */
export function soundStore(): SoundStore {
  return env().AUDIO_STORE === "s3" ? s3Store() : diskStore();
}

const s3Store = processWide("earshotS3Store", () => openS3Store(env(), soundFolder()));

type Shared = { sound: Promise<OpenSound | null>; users: number; isOver: boolean };

const sharedSounds = new Map<string, Shared>();
const sharedMs = 1_000;
const mostShared = 200;

/**
 * The same as the store's own `open`, for whoever asks for parts of the same files again and again: what
 * was opened within the last second is open still. Its size is of then; a file under its hash has one.
 */
export async function openShared(sha256: Uint8Array): Promise<OpenSound | null> {
  const key = Buffer.from(sha256).toString("hex");
  const shared = sharedSounds.get(key) ?? share(key, sha256);
  if (!shared) return soundStore().open(sha256);
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
  const shared = { sound: soundStore().open(sha256), users: 0, isOver: false };
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
