import "server-only";
import { constants } from "node:fs";
import { type FileHandle, mkdir, open, statfs } from "node:fs/promises";
import { join } from "node:path";
import { makePrivate } from "@/lib/platform/files/private-files";

/**
 * Proves before each commit that the disk will take it. A write that the system refuses outright
 * makes LMDB overrun a buffer and takes the process with it; here it is an error like any other.
 */
export class DiskSpaceGuard {
  readonly #folder: string;
  #probe: FileHandle | null = null;
  #data: FileHandle | null = null;
  #fileBytes = 0;

  constructor(folder: string) {
    this.#folder = folder;
  }

  /** Throws when the disk takes no writes at all, be it read-only or failing. */
  async prove(): Promise<void> {
    await this.#closeOnFailure(async () => {
      this.#probe ??= await this.#openPrivate();
      await this.#probe.write(probeByte, 0, 1, 0);
    });
  }

  /**
   * Lets the file of LMDB end so far behind its last page that `bytes` more fit without growing.
   * Throws when there is no room, too.
   */
  async require(bytes: number, lastPageEndsAt: number): Promise<void> {
    await this.prove();
    const needed = lastPageEndsAt + bytes;
    if (needed <= this.#fileBytes) return;
    await this.#closeOnFailure(() => this.#grow(needed + growthBytes));
  }

  /** LMDB itself makes files that everybody may read, with whole events in them. */
  async #openPrivate(): Promise<FileHandle> {
    await mkdir(this.#folder, { recursive: true, mode: 0o700 });
    await makePrivate(this.#folder);
    for (const name of ["data.mdb", "lock.mdb"]) {
      const path = join(this.#folder, name);
      await (await open(path, "a", 0o600)).close();
      await makePrivate(path);
    }
    return open(join(this.#folder, "probe"), "w", 0o600);
  }

  async #closeOnFailure(work: () => Promise<void>): Promise<void> {
    try {
      await work();
    } catch (error) {
      await this.close();
      throw error;
    }
  }

  async close(): Promise<void> {
    const handles = [this.#probe, this.#data];
    this.#probe = null;
    this.#data = null;
    this.#fileBytes = 0;
    await Promise.allSettled(handles.map((handle) => handle?.close()));
  }

  async #grow(wanted: number): Promise<void> {
    // Always at the end, because another process may have written there since we looked.
    this.#data ??= await open(
      join(this.#folder, "data.mdb"),
      constants.O_WRONLY | constants.O_APPEND,
    );
    const { size } = await this.#data.stat();
    const { blocks, bavail, bsize } = await statfs(this.#folder);
    // Some file systems don't tell, and say zero of zero.
    if (blocks > 0 && bavail * bsize < wanted - size) throw new Error("the disk is full");
    for (let missing = wanted - size; missing > 0; missing -= zeros.length) {
      await this.#data.appendFile(zeros.subarray(0, missing));
    }
    this.#fileBytes = (await this.#data.stat()).size;
  }
}

const probeByte = Buffer.alloc(1);
const growthBytes = 1024 * 1024;
const zeros = Buffer.alloc(growthBytes);
