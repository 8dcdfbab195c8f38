import "server-only";
import { randomUUID } from "node:crypto";
import { closeSync, openSync, rmSync, writeSync } from "node:fs";
import {
  type FileHandle,
  mkdir,
  open,
  readdir,
  readFile,
  rename,
  rm,
  stat,
  statfs,
  unlink,
} from "node:fs/promises";
import { join, relative } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { z } from "zod";
import { log } from "@/lib/ops/log";
import { lockFile } from "@/lib/platform/files/claim";
import { makePrivate } from "@/lib/platform/files/data-directory";
import { archiveFolder, DrainedArchive } from "./drained-archive";
import { type Attempt, isGone, type Journal, readerSchema, thisReader } from "./journal";
import { openFiles, reasonOf } from "./journal-file";
import { type JournalCalls, serveJournal, visitJournal } from "./journal-socket";
import { decodeKept, openLmdbJournal } from "./lmdb-journal";

/** How this process reaches the files: it has them open, or asks the one that has. */
type Access = { calls: JournalCalls; isOver: () => boolean; leave: () => Promise<void> };

/**
 * The journal under `DATA_DIR`, which several processes may open. One at a time has the files, and
 * the kernel's lock on their folder; the others ask it through a socket, and when it has closed them
 * or died, one of those takes them over. No call is lost between the two: what the former one had
 * not taken, the next is asked.
 * @param options `mayOwn: false` for a process that is never to have the files itself; so much of what
 * was drained is archived
 */
export function openDiskJournal(
  dataDirectory: string,
  { mayOwn = true, archiveBytes = 0 }: { mayOwn?: boolean; archiveBytes?: number } = {},
): Journal {
  const folder = join(dataDirectory, "journal");
  const attempts = new AttemptFiles(folder);
  const archive = new DrainedArchive(archiveFolder(dataDirectory), archiveBytes);
  let access: Promise<Access> | undefined;
  let isClosed = false;

  const reach = async (): Promise<JournalCalls> => {
    for (;;) {
      if (isClosed) throw new Error("The journal is closed");
      access ??= enter(folder, mayOwn);
      const reached = access;
      const forget = () => {
        if (access === reached) access = undefined;
      };
      try {
        const { calls, isOver } = await reached;
        if (!isOver()) return calls;
        forget();
      } catch (error) {
        forget();
        throw new Error(reasonOf(error), { cause: error });
      }
    }
  };

  return {
    append: async (entry) => (await reach()).append(entry),
    async read(most, maxBytes, after = -1n, except = []) {
      return (await (await reach()).read(most, maxBytes, after, except, "kept")).map(decodeKept);
    },
    get: async (acceptedSeq) => (await reach()).get(acceptedSeq),
    remove: async (acceptedSeqs) => (await reach()).remove(acceptedSeqs),
    archive: (entries) => archive.keep(entries),
    putBack: async (entries) => (await reach()).putBack(entries),
    noteAttempt: (attempt) => attempts.note(attempt),
    suspects: async () => (await reach()).suspects(await attempts.takeAbandoned()),
    suspect: async (acceptedSeqs, points) => (await reach()).suspect(acceptedSeqs, points),
    numbering: async () => (await reach()).numbering(),
    numberAs: async (node) => (await reach()).numberAs(node),
    depth: async () => (await reach()).depth(),
    quickDepth: async () => (await reach()).depth(),
    beat: async (beat) => (await reach()).beat(beat),
    forgetPeriods: async (ids) => (await reach()).forgetPeriods(ids),
    check: async () => (await reach()).check(),
    async close() {
      isClosed = true;
      attempts.close();
      await archive.close();
      const entered = await access?.catch(() => undefined);
      await entered?.leave();
    },
  };
}

/** Waits while the process that has the files is about to let go of them. */
async function enter(folder: string, mayOwn: boolean): Promise<Access> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  await makePrivate(folder);
  const lock = await open(folder, "r");
  try {
    const path = socketPath(folder, lock);
    for (const endsMs = performance.now() + timeoutMs; ; await sleep(turnMs)) {
      const guest = await visitJournal(path);
      if (guest) {
        await lock.close();
        return guest;
      }
      // Where no lock can be had, whoever finds nobody at the socket has the files.
      const attempt = mayOwn ? await lockFile(lock.fd) : "held";
      if (attempt !== "held") {
        // Without a lock another one may have them still, for a moment.
        if (attempt === "taken") await compactJournal(folder);
        return await own(folder, path, lock);
      }
      if (performance.now() > endsMs) throw new Error("nobody has its files open");
    }
  } catch (error) {
    await lock.close().catch(() => undefined);
    throw error;
  }
}

async function own(folder: string, path: string, lock: FileHandle): Promise<Access> {
  const journal = openLmdbJournal(folder);
  const service = await serveJournal(path, journal);
  return {
    calls: journal,
    isOver: () => false,
    leave: async () => {
      await service.close();
      // Files that a dead disk keeps open stay locked until this process ends.
      if (await journal.close()) await lock.close();
    },
  };
}

const turnMs = 20;
const timeoutMs = 10_000;

/** The system takes about a hundred bytes of a socket's path. */
function socketPath(folder: string, handle: FileHandle): string {
  const absolute = join(folder, "socket");
  const paths = [absolute, relative(process.cwd(), absolute), `/proc/self/fd/${handle.fd}/socket`];
  return paths.find((path) => Buffer.byteLength(path) <= longestPath) ?? absolute;
}

const longestPath = 100;

/**
 * What processes are doing with the entries of a journal on disk: a small file of each, beside the
 * journal. It is overwritten in place and never synced, because it has to outlive the process, but
 * not the machine; so it costs microseconds, and no room on a disk that is full. A disk that takes
 * no such file holds up no entry.
 */
class AttemptFiles {
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

/**
 * Makes the file of a journal small again that an outage has made large: LMDB gives no room back. For a
 * process that has the kernel's lock on the files and has not opened them yet. It does nothing while much waits, and
 * what fails leaves everything as it was.
 */
async function compactJournal(folder: string): Promise<void> {
  const data = join(folder, "data.mdb");
  const found = await stat(data).catch(() => null);
  if (!found || found.size < worthBytes) return;
  // LMDB survives no write that the disk refuses.
  const disk = await statfs(folder).catch(() => null);
  if (!disk || disk.bavail * disk.bsize < leastFreeBytes) return;
  const beside = join(folder, "compacting");
  try {
    await rm(beside, { recursive: true, force: true });
    await mkdir(beside, { mode: 0o700 });
    if (!(await copySmall(folder, beside))) return;
    const copy = await open(join(beside, "data.mdb"), "r");
    await copy.chmod(0o600);
    await copy.sync();
    await copy.close();
    await rename(join(beside, "data.mdb"), data);
    // It belongs to the former file; LMDB makes it anew.
    await rm(join(folder, "lock.mdb"), { force: true });
    const parent = await open(folder, "r");
    await parent.sync().finally(() => parent.close());
    log().info({ from: found.size, to: (await stat(data)).size }, "the journal was compacted");
  } catch (error) {
    log().warn({ err: error }, "the journal can't be compacted");
  } finally {
    await rm(beside, { recursive: true, force: true }).catch(() => undefined);
  }
}

const worthBytes = 64 * 1024 * 1024;
const mostWaitingBytes = 16 * 1024 * 1024;
const leastFreeBytes = 128 * 1024 * 1024;

/** False: so much waits that it isn't worth the time, in which no event is taken. */
async function copySmall(from: string, to: string): Promise<boolean> {
  const source = openFiles(from);
  const target = openFiles(to);
  try {
    return await target.root.transaction(() => {
      let bytes = 0;
      for (const { key, value } of source.entries.getRange({})) {
        bytes += value.length;
        if (bytes > mostWaitingBytes) return false;
        target.entries.put(key, value);
      }
      for (const { key, value } of source.facts.getRange({})) target.facts.put(key, value);
      return true;
    });
  } finally {
    await Promise.all([source.root.close(), target.root.close()]);
  }
}
