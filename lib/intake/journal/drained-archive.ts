import "server-only";
import { randomBytes } from "node:crypto";
import { createReadStream } from "node:fs";
import { type FileHandle, mkdir, open, readdir, rm, stat, statfs } from "node:fs/promises";
import { join } from "node:path";
import { crc32 } from "node:zlib";
import { log } from "@/lib/ops/log";
import { isRehearsed } from "../secrets/check/known-secrets";
import { decodeEntry, encodeEntry, type JournalEntry } from "./journal";

/**
 * What was drained, for a while: for a database that loses it. It gives way to everything else: a disk
 * that is nearly full, or takes no file, costs the archive its oldest part or the newest, and holds up
 * no entry.
 */
export class DrainedArchive {
  readonly #files: EntryFiles;
  #isFailing = false;
  #lookedAtMs = Number.NEGATIVE_INFINITY;

  constructor(
    folder: string,
    private readonly mostBytes: number,
  ) {
    this.#files = new EntryFiles(folder);
  }

  /** Keeps entries that the ledger has committed. Never rejects. */
  async keep(entries: JournalEntry[]): Promise<void> {
    if (this.mostBytes === 0) return;
    try {
      await this.#removeOldest();
      await this.#files.add(entries.filter((entry) => !isRehearsed(entry)));
      if (this.#isFailing) log().info("drained deliveries are archived again");
      this.#isFailing = false;
    } catch (error) {
      if (!this.#isFailing) log().warn({ err: error }, "drained deliveries can't be archived");
      this.#isFailing = true;
    }
  }

  close(): Promise<void> {
    return this.#files.close();
  }

  /** The oldest files go first; the one that is being written stays. */
  async #removeOldest(): Promise<void> {
    if (performance.now() - this.#lookedAtMs < lookEveryMs && !this.#isFailing) return;
    this.#lookedAtMs = performance.now();
    const files = await this.#files.list();
    let bytes = files.reduce((sum, file) => sum + file.bytes, 0);
    let free = (await this.#files.freeBytes()) ?? leastFreeBytes;
    for (const file of files.slice(0, -1)) {
      if (bytes <= this.mostBytes && free >= leastFreeBytes) return;
      await removeEntryFile(file);
      bytes -= file.bytes;
      free += file.bytes;
    }
    if (free < leastFreeBytes) throw new Error("the disk is nearly full");
  }
}

const lookEveryMs = 5_000;
/** So much stays free for what matters more: the journal and the database. */
const leastFreeBytes = 256 * 1024 * 1024;

/** Where the disk journal keeps what was drained. */
export function archiveFolder(dataDirectory: string): string {
  return join(dataDirectory, "journal", "archive");
}

type OpenFile = { handle: FileHandle; bytes: number; beganMs: number };

/** A file of entries, and when it was written to last. */
type EntryFile = { path: string; bytes: number; writtenAtMs: number };

/**
 * Entries in plain files, in the order in which they were added, each with its length and checksum.
 * A file that ends in the middle of one, after a crash, holds all before it.
 */
export class EntryFiles {
  readonly #folder: string;
  #file: OpenFile | null = null;

  constructor(folder: string) {
    this.#folder = folder;
  }

  /** Resolves once they are durable. After a failure a new file is begun. */
  async add(entries: JournalEntry[]): Promise<void> {
    if (entries.length === 0) return;
    const framed = Buffer.concat(entries.flatMap(frame));
    try {
      if (this.#file && (await this.#isOver(this.#file))) await this.close();
      this.#file ??= await this.#begin();
      const { handle } = this.#file;
      await handle.appendFile(framed);
      await handle.datasync();
      this.#file.bytes += framed.length;
    } catch (error) {
      await this.close().catch(() => undefined);
      throw error;
    }
  }

  /** The oldest first. */
  async list(): Promise<EntryFile[]> {
    const names = await readdir(this.#folder).catch(() => []);
    const paths = names.filter((name) => name.endsWith(suffix)).sort();
    const files = await Promise.all(
      paths.map(async (name) => {
        const path = join(this.#folder, name);
        const found = await stat(path).catch(() => null);
        return found ? [{ path, bytes: found.size, writtenAtMs: found.mtimeMs }] : [];
      }),
    );
    return files.flat();
  }

  /** Bytes that the disk has left for this user; null: it doesn't tell. */
  async freeBytes(): Promise<number | null> {
    const found = await statfs(this.#folder).catch(() => null);
    return found && found.bavail * found.bsize;
  }

  async close(): Promise<void> {
    const file = this.#file;
    this.#file = null;
    await file?.handle.close();
  }

  /** It is large or old enough, or somebody has removed it. */
  async #isOver({ handle, bytes, beganMs }: OpenFile): Promise<boolean> {
    if (bytes > mostBytes || performance.now() - beganMs > longestMs) return true;
    return (await handle.stat()).nlink === 0;
  }

  async #begin(): Promise<OpenFile> {
    await mkdir(this.#folder, { recursive: true, mode: 0o700 });
    const name = `${new Date().toISOString().replaceAll(":", "")}-${randomBytes(4).toString("hex")}`;
    const handle = await open(join(this.#folder, `${name}${suffix}`), "ax", 0o600);
    return { handle, bytes: 0, beganMs: performance.now() };
  }
}

/** What a file holds, a few megabytes of it at a time; a torn end is left out. */
export async function* readEntryFile({ path }: EntryFile): AsyncGenerator<JournalEntry[]> {
  let held: Buffer = Buffer.alloc(0);
  for await (const piece of createReadStream(path, { highWaterMark: pieceBytes })) {
    held = Buffer.concat([held, piece]);
    const entries: JournalEntry[] = [];
    let at = 0;
    while (held.length - at >= headBytes) {
      const end = at + headBytes + held.readUInt32BE(at + 8);
      if (held.length < end) break;
      const encoded = held.subarray(at + headBytes, end);
      if (crc32(encoded) !== held.readUInt32BE(at + 12)) return yield entries;
      entries.push(decodeEntry(held.readBigUInt64BE(at), encoded));
      at = end;
    }
    held = held.subarray(at);
    yield entries;
  }
}

export async function removeEntryFile({ path }: EntryFile): Promise<void> {
  await rm(path, { force: true });
}

const suffix = ".entries";
/** A file goes as a whole, so it is neither too large nor too old. */
const mostBytes = 32 * 1024 * 1024;
const longestMs = 6 * 3_600_000;
const pieceBytes = 4 * 1024 * 1024;
/** Sequence, length, checksum. */
const headBytes = 16;

function frame(entry: JournalEntry): Buffer[] {
  const encoded = encodeEntry(entry);
  const head = Buffer.alloc(headBytes);
  head.writeBigUInt64BE(entry.acceptedSeq);
  head.writeUInt32BE(encoded.length, 8);
  head.writeUInt32BE(crc32(encoded), 12);
  return [head, encoded];
}
