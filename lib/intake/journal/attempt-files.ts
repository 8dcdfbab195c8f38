import "server-only";
import { randomUUID } from "node:crypto";
import { closeSync, openSync, rmSync, writeSync } from "node:fs";
import { readdir, readFile, stat, unlink } from "node:fs/promises";
import { join } from "node:path";
import { z } from "zod";
import type { Attempt } from "./journal";
import { isGone, readerSchema, thisReader } from "./journal-reader";

/**
 * What processes are doing with the entries of a journal on disk: a small file of each, beside the
 * journal. It is overwritten in place and never synced, because it has to outlive the process, but
 * not the machine; so it costs microseconds, and no room on a disk that is full. A disk that takes
 * no such file holds up no entry.
 */
export class AttemptFiles {
  readonly #folder: string;
  readonly #path: string;
  #file: number | null = null;

  constructor(folder: string) {
    this.#folder = folder;
    this.#path = join(folder, `${prefix}${randomUUID()}`);
  }

  async note(attempt: Attempt | null): Promise<void> {
    if (attempt === null && this.#file === null) return;
    const reader = await thisReader();
    const text = JSON.stringify({ reader, attempt: attempt && toStored(attempt) });
    try {
      this.#file ??= openSync(this.#path, "wx", 0o600);
      writeSync(this.#file, text.padEnd(fileBytes), 0);
    } catch {
      this.close();
    }
  }

  /** Attempts of processes that are no more, each handed to one caller alone. */
  async takeAbandoned(): Promise<Attempt[]> {
    const names = await readdir(this.#folder).catch(() => []);
    const others = names.filter((name) => name.startsWith(prefix) && !this.#path.endsWith(name));
    const taken = await Promise.all(others.map((name) => this.#take(join(this.#folder, name))));
    return taken.flatMap((attempt) => attempt ?? []);
  }

  close(): void {
    if (this.#file === null) return;
    closeSync(this.#file);
    this.#file = null;
    rmSync(this.#path, { force: true });
  }

  async #take(path: string): Promise<Attempt | null> {
    try {
      const { mtimeMs } = await stat(path);
      const { reader, attempt } = storedSchema.parse(JSON.parse(await readFile(path, "utf8")));
      if (!(await isGone(reader, Date.now() - mtimeMs))) return null;
      // Of several who find it, one removes it.
      await unlink(path);
      return attempt;
    } catch {
      // Another took it, or its process died before it had written a whole one.
      return null;
    }
  }
}

const prefix = "attempt-";
const fileBytes = 512;

const storedSchema = z.object({
  reader: readerSchema,
  attempt: z
    .object({
      firstSeq: z.coerce.bigint(),
      lastSeq: z.coerce.bigint(),
      points: z.number(),
    })
    .nullable(),
});

function toStored({ firstSeq, lastSeq, points }: Attempt) {
  return { firstSeq: String(firstSeq), lastSeq: String(lastSeq), points };
}
