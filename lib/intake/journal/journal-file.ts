import "server-only";
import { constants } from "node:fs";
import { type FileHandle, mkdir, open, statfs } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { type Database, open as openLmdb, type RootDatabase } from "lmdb";
import { makePrivate } from "@/lib/platform/files/data-directory";
import { CommitQueue } from "./commit-queue";

export type JournalTables = {
  entries: Database<Buffer, Buffer>;
  /** What outlives the entries, by name. */
  facts: Database<string, string>;
};

type Write = {
  work: (tables: JournalTables) => void;
  /** What an event adds; null for what is to be possible on a full disk, too. */
  bytes: number | null;
  readsFirst: boolean;
};
type Opened = JournalTables & { root: RootDatabase };

/**
 * The files of a journal on disk. LMDB may take no write after one has failed, and never settle it,
 * so writes go one commit at a time, and a failed one closes the files, to be opened anew.
 */
export class JournalFile {
  readonly #folder: string;
  readonly #diskSpace: DiskSpaceGuard;
  readonly #queue = new CommitQueue<Write>((writes) => this.#commit(writes), timeoutMs);
  #opened: Opened | null = null;
  #opening: Promise<void> | null = null;
  #closing: Promise<void> | null = null;
  #isOver = false;
  #retry = { pauseMs: 0, atMs: 0 };

  constructor(folder: string) {
    this.#folder = folder;
    this.#diskSpace = new DiskSpaceGuard(folder);
  }

  /** Looks at the tables as they are committed. Throws when they can't be opened. */
  async read<T>(look: (tables: JournalTables) => T): Promise<T> {
    while (!this.#opened) await this.#open();
    return look(this.#opened);
  }

  /** Adds an event's bytes. Resolves when they are durable; what comes together shares a commit. */
  add(bytes: number, work: (tables: JournalTables) => void): Promise<void> {
    return this.#queue.add({ work, bytes, readsFirst: false });
  }

  /** Looks and writes a little, while nobody else writes. Resolves when it is durable. */
  change<T>(work: (tables: JournalTables) => T): Promise<T> {
    return this.#change(work, null);
  }

  /** The same, but only where an event would be kept, too. */
  changeAsEvent<T>(work: (tables: JournalTables) => T): Promise<T> {
    return this.#change(work, 0);
  }

  async #change<T>(work: (tables: JournalTables) => T, bytes: number | null): Promise<T> {
    let outcome: { value: T } | { error: unknown } | undefined;
    const once = (tables: JournalTables) => {
      try {
        outcome = { value: work(tables) };
      } catch (error) {
        outcome = { error };
      }
    };
    await this.#queue.add({ work: once, bytes, readsFirst: true });
    if (outcome === undefined) throw new Error("The journal did not run a change");
    if ("error" in outcome) throw outcome.error;
    return outcome.value;
  }

  /** Resolves to whether all is closed; a disk that doesn't answer holds nobody for ever. */
  async close(): Promise<boolean> {
    await this.#queue.settled();
    this.#isOver = true;
    const closed = Promise.all([this.#diskSpace.close(), this.#closeFiles()]).then(() => true);
    return Promise.race([closed, sleep(closeTimeoutMs, false, { ref: false })]);
  }

  async #commit(writes: Write[]): Promise<void> {
    await sleep(Math.max(0, this.#retry.atMs - performance.now()));
    try {
      await this.#diskSpace.require(countBytesNeeded(writes), await this.read(endOfLastPage));
      await this.#write(writes);
      this.#retry = { pauseMs: 0, atMs: 0 };
    } catch (error) {
      const pauseMs = Math.min(Math.max(pausesMs.least, this.#retry.pauseMs * 2), pausesMs.most);
      this.#retry = { pauseMs, atMs: performance.now() + pauseMs };
      throw new Error(reasonOf(error), { cause: error });
    }
  }

  async #write(writes: Write[]): Promise<void> {
    const { root, entries, facts } = await this.read(() => this.#opened as Opened);
    const work = () => {
      for (const write of writes) write.work({ entries, facts });
    };
    try {
      const readFirst = writes.some(({ readsFirst }) => readsFirst);
      await (readFirst ? root.transaction(work) : root.batch(work));
    } catch (error) {
      const cause = await causeOf(error);
      await this.#closeFiles();
      throw cause;
    }
  }

  #open(): Promise<void> {
    this.#opening ??= this.#openOnce().finally(() => {
      this.#opening = null;
    });
    return this.#opening;
  }

  async #openOnce(): Promise<void> {
    if (this.#isOver) throw new Error("The journal is closed");
    await this.#closing;
    // LMDB frees some of its memory twice when it can't open its files.
    await this.#diskSpace.prove();
    this.#opened = openFiles(this.#folder);
  }

  async #closeFiles(): Promise<void> {
    const opened = this.#opened;
    this.#opened = null;
    if (!opened) return;
    this.#closing = opened.root.close().catch(() => undefined);
    await this.#closing;
    this.#closing = null;
  }
}

const timeoutMs = 10_000;
const closeTimeoutMs = 2_000;
const pausesMs = { least: 50, most: 1_000 };

export function openFiles(path: string): Opened {
  const root = openLmdb({
    path,
    // A commit resolves only after fdatasync; overlapping would resolve before it.
    overlappingSync: false,
    // Its own batches have promises that nobody can catch; the queue makes the batches here.
    eventTurnBatching: false,
    maxDbs: 2,
  });
  return {
    root,
    entries: root.openDB({ name: "entries", encoding: "binary", keyEncoding: "binary" }),
    facts: root.openDB({ name: "facts", encoding: "string" }),
  };
}

/** LMDB hands the reason for a failed commit on in a promise of its own. */
async function causeOf(error: unknown): Promise<unknown> {
  const { commitError } = error as { commitError?: Promise<never> };
  if (!commitError) return error;
  const cause = commitError.catch((reason: unknown) => reason);
  return Promise.race([cause, sleep(100).then(() => error)]);
}

/** The system's words alone: without its code before them, and the path behind. */
export function reasonOf(error: unknown): string {
  const message = error instanceof Error ? error.message : String(error);
  if (/no space left/i.test(message)) return "the disk is full";
  return (/^(?:E[A-Z]+: )?([^,:]+)/.exec(message)?.[1] ?? message).toLowerCase();
}

/** What a commit may make the files grow by: each event on pages of its own, and the trees' pages. */
function countBytesNeeded(writes: Write[]): number {
  const events = writes.flatMap(({ bytes }) => bytes ?? []);
  const ofEvents = events.reduce((sum, bytes) => sum + bytes + pageBytes, 0);
  // Events leave so much that what makes room again always has enough.
  return events.length > 0 ? ofEvents + treeBytes + reservedBytes : treeBytes;
}

function endOfLastPage({ entries }: JournalTables): number {
  const { lastPageNumber, pageSize } = entries.getStats() as LmdbStats;
  return (lastPageNumber + 1) * pageSize;
}

/** LMDB's type declaration leaves them out. */
type LmdbStats = { lastPageNumber: number; pageSize: number };

const pageBytes = 4_096;
const treeBytes = 256 * 1024;
const reservedBytes = 1024 * 1024;

/**
 * Proves before each commit that the disk will take it. A write that the system refuses outright
 * makes LMDB overrun a buffer and takes the process with it; here it is an error like any other.
 */
class DiskSpaceGuard {
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
