import "server-only";
import { type FileHandle, mkdir, open } from "node:fs/promises";
import { join, relative } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { lockFile } from "@/lib/platform/files/file-lock";
import { makePrivate } from "@/lib/platform/files/private-files";
import { archiveFolder } from "./archive-folder";
import { AttemptFiles } from "./attempt-files";
import { DrainedArchive } from "./drained-archive";
import { compactJournal } from "./file/compact-journal";
import { reasonOf } from "./file/journal-file";
import type { Journal } from "./journal";
import { type JournalCalls, serveJournal, visitJournal } from "./journal-socket";
import { openLmdbJournal } from "./lmdb-journal";

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
    read: async (...wanted) => (await reach()).read(...wanted),
    get: async (acceptedSeq) => (await reach()).get(acceptedSeq),
    async remove(acceptedSeqs) {
      await (await reach()).remove(acceptedSeqs);
      await attempts.note(null);
    },
    archive: (entries) => archive.keep(entries),
    putBack: async (entries) => (await reach()).putBack(entries),
    noteAttempt: (attempt) => attempts.note(attempt),
    suspects: async () => (await reach()).suspects(await attempts.takeAbandoned()),
    suspect: async (acceptedSeqs, points) => (await reach()).suspect(acceptedSeqs, points),
    numbering: async () => (await reach()).numbering(),
    numberAs: async (node) => (await reach()).numberAs(node),
    depth: async () => (await reach()).depth(),
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
    for (const endsMs = performance.now() + patienceMs; ; await sleep(turnMs)) {
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
const patienceMs = 10_000;

/** The system takes about a hundred bytes of a socket's path. */
function socketPath(folder: string, handle: FileHandle): string {
  const absolute = join(folder, "socket");
  const paths = [absolute, relative(process.cwd(), absolute), `/proc/self/fd/${handle.fd}/socket`];
  return paths.find((path) => Buffer.byteLength(path) <= longestPath) ?? absolute;
}

const longestPath = 100;
