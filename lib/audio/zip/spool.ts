import "server-only";
import { randomUUID } from "node:crypto";
import { type FileHandle, mkdir, open, rm } from "node:fs/promises";
import { join } from "node:path";

/**
 * Bytes that are put aside until they are read, once, from the first on: in memory while they are few, then
 * in a file of `folder` that has no name, so that it goes with this process.
 */
export class Spool {
  bytes = 0;
  #held: Buffer[] = [];
  #heldBytes = 0;
  #file: FileHandle | undefined;

  constructor(private readonly folder: string) {}

  async write(chunk: Buffer): Promise<void> {
    this.#held.push(chunk);
    this.#heldBytes += chunk.length;
    this.bytes += chunk.length;
    if (this.#heldBytes < heldBytes) return;
    this.#file ??= await openNameless(this.folder);
    const all = Buffer.concat(this.#held);
    this.#held = [];
    this.#heldBytes = 0;
    for (let written = 0; written < all.length; ) {
      written += (await this.#file.write(all, written)).bytesWritten;
    }
  }

  async *read(): AsyncGenerator<Buffer> {
    const inFile = this.bytes - this.#heldBytes;
    for (let at = 0; this.#file && at < inFile; ) {
      const chunk = Buffer.alloc(Math.min(heldBytes, inFile - at));
      const { bytesRead } = await this.#file.read(chunk, 0, chunk.length, at);
      if (bytesRead === 0) throw new Error("what was put aside is gone");
      at += bytesRead;
      yield chunk.subarray(0, bytesRead);
    }
    yield* this.#held;
  }

  /** Lets go of the file. Idempotent. */
  async close(): Promise<void> {
    await this.#file?.close();
    this.#file = undefined;
  }
}

const heldBytes = 256 * 1024;

async function openNameless(folder: string): Promise<FileHandle> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const path = join(folder, randomUUID());
  const file = await open(path, "wx+", 0o600);
  await rm(path);
  return file;
}
