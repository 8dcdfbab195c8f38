import "server-only";
import { processWide } from "@/lib/platform/process/process-wide";
import { env } from "@/lib/platform/settings/env";
import { openS3Store } from "./s3-store";
import { diskStore, SoundPart, type SoundStore } from "./sound-files";
import { soundFolder } from "./sound-folder";

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
