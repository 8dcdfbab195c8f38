import "server-only";
import { once } from "node:events";
import pg from "pg";
import type { CopyStreamQuery } from "pg-copy-streams";
import { decodeEntry, type Journal, type JournalEntry } from "@/lib/intake/journal/journal";
import { ensureDeliveryDays } from "@/lib/intake/store/delivery-ranges";
import {
  type Database,
  inTransaction,
  onConnection,
  prismaOn,
  type Transaction,
} from "@/lib/platform/database/transaction";
import { StartupError } from "@/lib/platform/faults";
import { analyze, copyInto, fillTables, isUsed, type Table } from "./sql";
import {
  type Beginning,
  beginningSchema,
  type Frame,
  type Part,
  partSchema,
  readFrames,
} from "./write-backup";

/** What a backup begins with. @throws {StartupError} when the file is none. */
export async function readBeginning(path: string): Promise<Beginning> {
  try {
    for await (const frame of readFrames(path)) {
      if ("note" in frame) return beginningSchema.parse(frame.note);
      break;
    }
  } catch (cause) {
    throw notABackup(path, cause);
  }
  throw notABackup(path);
}

type RestoreTarget = {
  /** Called before anything of it can be seen; what it throws leaves the database as it was. */
  beforeCommit: () => Promise<void>;
  /** As the owner of all tables, which are empty but for what migrations made. */
  databaseUrl: string;
  /** Null: it is in the same database, and is to be filled afterwards. */
  journal: Journal | null;
  /** Begins a file of audio, which is to get this hash. */
  createSound: (sha256: string) => Promise<SoundSink>;
};

type SoundSink = {
  write: (bytes: Buffer) => Promise<void>;
  /** @throws when what was written has another hash */
  keep: () => Promise<void>;
};

/**
 * Fills a database that has the schema of the backup, all or nothing, and then the journal. Migrations
 * that came after it are to be applied afterwards.
 * @throws {StartupError} when the database holds calls already, or the file is damaged
 */
export async function restoreBackup(
  path: string,
  { databaseUrl, journal, beforeCommit, createSound }: RestoreTarget,
): Promise<{ rows: number; journalEntries: number }> {
  const pool = new pg.Pool({ connectionString: databaseUrl, max: 2 });
  pool.on("error", () => undefined);
  try {
    await requireEmpty(prismaOn(pool));
    const { bodyBytes } = await requireWhole(path).catch((cause) => {
      throw notABackup(path, cause);
    });
    const days = await readDays(path);
    await ensureDeliveryDays(pool, days, { bytesPerDay: bodyBytes / Math.max(days.length, 1) });
    const restore = async (client: Transaction) => {
      const size = await fillTables(client, (tables) =>
        onConnection(client, (connection) => fill(connection, path, tables)),
      );
      // What waited is put back more than once without harm, so it comes first.
      if (journal) await restoreWaiting(path, journal);
      await restoreSounds(path, createSound);
      await beforeCommit();
      return size;
    };
    const size = await inTransaction(pool, restore, "READ COMMITTED", "unlimited");
    await analyze(prismaOn(pool));
    return size;
  } finally {
    await pool.end();
  }
}

/** Reads the file to its end: only then it is known to be whole. @returns how large raw bytes are in it */
async function requireWhole(path: string): Promise<{ bodyBytes: number }> {
  let journalEntries = 0;
  let copiedBytes = 0;
  let part: Part | undefined;
  for await (const frame of withoutFirst(readFrames(path))) {
    if ("note" in frame) part = partSchema.parse(frame.note);
    else if (part?.part === "journal") journalEntries++;
    else if (part?.part === "table" && part.name === "delivery_body") {
      copiedBytes += frame.bytes.length;
    }
  }
  if (part?.part !== "end" || part.journalEntries !== journalEntries) {
    throw new Error("its end is missing");
  }
  // COPY writes a byte as two digits.
  return { bodyBytes: copiedBytes / 2 };
}

async function fill(client: pg.ClientBase, path: string, tables: Table[]) {
  const filled = new Set<string>();
  let rows = 0;
  let part: Part | undefined;
  let copying: CopyStreamQuery | undefined;
  for await (const frame of withoutFirst(readFrames(path))) {
    if ("bytes" in frame) {
      if (copying && !copying.write(frame.bytes)) await heard(copying, "drain");
      continue;
    }
    part = partSchema.parse(frame.note);
    if (part.part === "table") copying = beginCopy(client, requireKnown(part, tables));
    if (part.part === "table-end" && copying) {
      copying.end();
      await heard(copying, "finish");
      if (copying.rowCount !== part.rows) throw new Error(`rows of ${part.name} are missing`);
      rows += part.rows;
      filled.add(part.name);
      copying = undefined;
    }
  }
  const empty = tables.filter(({ name }) => !filled.has(name));
  if (empty.length > 0) throw new Error(`it lacks ${empty.map(({ name }) => name).join(", ")}`);
  return { rows, journalEntries: part?.part === "end" ? part.journalEntries : 0 };
}

/** What the database refused before anybody listened is heard, too. */
async function heard(copying: CopyStreamQuery, event: "drain" | "finish"): Promise<void> {
  if (copying.errored) throw copying.errored;
  await once(copying, event);
}

/** Before any row can be seen that names one. */
async function restoreSounds(
  path: string,
  createSound: RestoreTarget["createSound"],
): Promise<void> {
  let sink: SoundSink | undefined;
  for await (const frame of withoutFirst(readFrames(path))) {
    if ("bytes" in frame) {
      await sink?.write(frame.bytes);
      continue;
    }
    const part = partSchema.parse(frame.note);
    if (part.part === "sound") sink = await createSound(part.sha256);
    if (part.part !== "sound-end") continue;
    await sink?.keep();
    sink = undefined;
  }
}

async function readDays(path: string): Promise<string[]> {
  for await (const frame of withoutFirst(readFrames(path))) {
    if (!("note" in frame)) continue;
    const part = partSchema.parse(frame.note);
    if (part.part === "days") return part.days;
  }
  throw new Error("it tells no days");
}

/** Puts into the journal what waited there. Idempotent. */
export async function restoreWaiting(path: string, journal: Journal): Promise<void> {
  let entries: JournalEntry[] = [];
  for await (const frame of withoutFirst(readFrames(path))) {
    if ("bytes" in frame) {
      entries.push(decodeEntry(frame.bytes.readBigUInt64BE(), frame.bytes.subarray(8)));
      if (entries.length < entriesAtOnce) continue;
      await journal.putBack(entries);
      entries = [];
    } else if (partSchema.parse(frame.note).part !== "journal") break;
  }
  if (entries.length > 0) await journal.putBack(entries);
}

const entriesAtOnce = 200;

function beginCopy(client: pg.ClientBase, table: Table): CopyStreamQuery {
  return copyInto(client, table).on("error", () => undefined);
}

function requireKnown({ name, columns }: Table, tables: Table[]): Table {
  const known = tables.find((table) => table.name === name);
  if (known && columns.every((column) => known.columns.includes(column))) return { name, columns };
  throw new Error(`it holds a table ${name} that its migrations don't make`);
}

async function* withoutFirst(frames: AsyncGenerator<Frame>): AsyncGenerator<Frame> {
  await frames.next();
  yield* frames;
}

async function requireEmpty(client: Database): Promise<void> {
  if (!(await isUsed(client))) return;
  throw new StartupError(
    "The database already holds calls or accounts, and a restore replaces nothing.",
    "Restore into an empty one: another DATA_DIR, or a DATABASE_URL that points to a new database.",
  );
}

function notABackup(path: string, cause?: unknown): StartupError {
  const reason = cause instanceof Error ? `: ${cause.message}` : "";
  return new StartupError(
    `${path} isn't a complete Earshot backup${reason}.`,
    "Nothing was restored. Use another file.",
    { cause },
  );
}
