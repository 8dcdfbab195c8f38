import "server-only";
import { statfs } from "node:fs/promises";
import { setTimeout as sleep } from "node:timers/promises";
import { type Database, open, type RootDatabase } from "lmdb";
import { CommitQueue } from "./commit-queue";

export type JournalTables = {
  entries: Database<Buffer, Buffer>;
  /** What outlives the entries, by name. */
  facts: Database<string, string>;
};

type Write = { work: (tables: JournalTables) => void; readsFirst: boolean };
type Opened = JournalTables & { root: RootDatabase };

/**
 * The files of a journal on disk. LMDB may take no write after one has failed, and never settle it,
 * so writes go one commit at a time, and a failed one closes the files, to be opened anew.
 */
export class JournalFile {
  readonly #folder: string;
  readonly #queue = new CommitQueue<Write>((writes) => this.#commit(writes), patienceMs);
  #opened: Opened | null = null;
  #closing: Promise<void> | null = null;
  #retry = { pauseMs: 0, atMs: 0 };

  constructor(folder: string) {
    this.#folder = folder;
  }

  /** Looks at the tables as they are committed. Throws when they can't be opened. */
  async read<T>(look: (tables: JournalTables) => T): Promise<T> {
    while (this.#closing) await this.#closing;
    this.#opened ??= openFiles(this.#folder);
    return look(this.#opened);
  }

  /** Writes without looking. Resolves when it is durable; writes of one moment share a commit. */
  write(work: (tables: JournalTables) => void): Promise<void> {
    return this.#queue.add({ work, readsFirst: false });
  }

  /** Looks and writes, while nobody else writes. Resolves when it is durable. */
  async change<T>(work: (tables: JournalTables) => T): Promise<T> {
    let outcome: { value: T } | { error: unknown } | undefined;
    const once = (tables: JournalTables) => {
      try {
        outcome = { value: work(tables) };
      } catch (error) {
        outcome = { error };
      }
    };
    await this.#queue.add({ work: once, readsFirst: true });
    if (outcome === undefined) throw new Error("The journal did not run a change");
    if ("error" in outcome) throw outcome.error;
    return outcome.value;
  }

  async close(): Promise<void> {
    await this.#queue.settled();
    await Promise.race([this.#closeFiles(), sleep(closePatienceMs, undefined, { ref: false })]);
  }

  async #commit(writes: Write[]): Promise<void> {
    await sleep(Math.max(0, this.#retry.atMs - performance.now()));
    try {
      const { root, entries, facts } = await this.read(() => this.#opened as Opened);
      const work = () => {
        for (const write of writes) write.work({ entries, facts });
      };
      await (writes.some(({ readsFirst }) => readsFirst)
        ? root.transaction(work)
        : root.batch(work));
      this.#retry = { pauseMs: 0, atMs: 0 };
    } catch (error) {
      const pauseMs = Math.min(Math.max(pausesMs.least, this.#retry.pauseMs * 2), pausesMs.most);
      this.#retry = { pauseMs, atMs: performance.now() + pauseMs };
      const cause = await causeOf(error);
      await this.#closeFiles();
      throw new Error(await describe(cause, this.#folder), { cause });
    }
  }

  async #closeFiles(): Promise<void> {
    const opened = this.#opened;
    this.#opened = null;
    if (!opened) return;
    const closing = opened.root.close().catch(() => undefined);
    this.#closing = closing;
    await closing;
    this.#closing = null;
  }
}

const patienceMs = 10_000;
const closePatienceMs = 2_000;
const pausesMs = { least: 50, most: 1_000 };

function openFiles(path: string): Opened {
  const root = open({
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

/** LMDB calls a full disk an input/output error, too. */
async function describe(cause: unknown, folder: string): Promise<string> {
  const found = await statfs(folder).catch(() => null);
  if (found && found.bavail * found.bsize < nearlyFullBytes) return "the disk is full";
  return cause instanceof Error ? cause.message.toLowerCase() : String(cause);
}

const nearlyFullBytes = 1024 * 1024;
