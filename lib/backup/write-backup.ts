import "server-only";
import { createReadStream } from "node:fs";
import { open, rename, rm, stat } from "node:fs/promises";
import { pipeline as pipe } from "node:stream";
import { pipeline } from "node:stream/promises";
import { createGunzip, createGzip } from "node:zlib";
import pg from "pg";
import { z } from "zod";
import { encodeEntry, type Journal, type JournalEntry } from "@/lib/intake/journal/journal";
import {
  type Database,
  inTransaction,
  onConnection,
  prismaOn,
  type Transaction,
} from "@/lib/platform/database/transaction";
import type { GeneratedSecrets } from "@/lib/platform/files/data-directory";
import {
  copyOut,
  listDays,
  listMigrations,
  listSounds,
  listTables,
  readServerVersion,
} from "./sql";

type BackupSource = {
  /** As whoever may read every table. */
  databaseUrl: string;
  /** Null: it is a table of the database. */
  journal: Journal | null;
  secrets: Pick<GeneratedSecrets, "webhookSecret" | "authSecret">;
  /** A kept file of audio in pieces, by its hash in hexadecimal; null: it isn't there. */
  openSound: (sha256: string) => Promise<AsyncIterable<Buffer> | null>;
};

type BackupSize = { rows: number; journalEntries: number; sounds: number };

/**
 * Writes the database, in one state of it, and what waits in the journal, while Earshot runs. The
 * journal is read first: what no longer waits then is in the state of the database that is read
 * after it, so every event that was acknowledged before the call is in the file.
 * The file is there when it is whole, for this user's eyes alone.
 */
export async function writeBackup(path: string, source: BackupSource): Promise<BackupSize> {
  const beside = `${path}.part`;
  const pool = new pg.Pool({
    connectionString: source.databaseUrl,
    application_name: "earshot backup",
    keepAlive: true,
    max: 1,
  });
  pool.on("error", () => undefined);
  try {
    await rm(beside, { force: true });
    const client = prismaOn(pool);
    const migrations = await listMigrations(client);
    const beginning = await describeBeginning(client, migrations, source);
    const journalEntries = await append(beside, 0, writeJournal(beginning, source));
    const { size: journalBytes } = await stat(beside);
    let hashes: string[] = [];
    const readTables = async (snapshot: Transaction) => {
      hashes = await listSounds(snapshot);
      return onConnection(snapshot, (connection) =>
        append(beside, journalBytes, writeTables(snapshot, connection, migrations)),
      );
    };
    const rows = await inTransaction(pool, readTables, "REPEATABLE READ READ ONLY", "unlimited");
    const ending = writeSounds(hashes, source, journalEntries);
    const sounds = await append(beside, (await stat(beside)).size, ending);
    const file = await open(beside, "r");
    await file.sync().finally(() => file.close());
    await rename(beside, path);
    return { rows, journalEntries, sounds };
  } finally {
    await pool.end().catch(() => undefined);
    await rm(beside, { force: true });
  }
}

/** Packs frames behind the first bytes of a file, instead of what else is there. @returns what they end with */
async function append(
  path: string,
  bytes: number,
  frames: AsyncGenerator<Buffer, number>,
): Promise<number> {
  let count = 0;
  const file = await open(path, bytes === 0 ? "wx" : "r+", 0o600);
  await file.truncate(bytes);
  const counted = async function* () {
    count = yield* frames;
  };
  // Packed files behind each other are one, too.
  await pipeline(counted, createGzip(), file.createWriteStream({ start: bytes }));
  return count;
}

async function describeBeginning(
  client: Database,
  migrations: string[],
  { secrets: { webhookSecret, authSecret } }: BackupSource,
): Promise<Beginning> {
  return {
    format: "earshot backup 1",
    takenAt: new Date().toISOString(),
    secrets: { webhookSecret, authSecret },
    migrations,
    postgresVersion: await readServerVersion(client),
  };
}

/** @returns how many entries it has */
async function* writeJournal(
  beginning: Beginning,
  { journal }: BackupSource,
): AsyncGenerator<Buffer, number> {
  yield frameNote(beginning);
  yield part({ part: "journal" });
  let count = 0;
  for await (const entries of journal ? readWaiting(journal) : []) {
    for (const { acceptedSeq, ...entry } of entries) {
      const seq = Buffer.alloc(8);
      seq.writeBigUInt64BE(acceptedSeq);
      yield frameBytes(Buffer.concat([seq, encodeEntry({ acceptedSeq, ...entry })]));
    }
    count += entries.length;
  }
  return count;
}

/** @returns how many rows it has */
async function* writeTables(
  client: Transaction,
  connection: pg.ClientBase,
  migrations: string[],
): AsyncGenerator<Buffer, number> {
  if ((await listMigrations(client)).join() !== migrations.join()) {
    throw new Error("a migration was applied meanwhile; take the backup again");
  }
  yield part({ part: "days", days: await listDays(client) });
  let count = 0;
  for (const { name, columns } of await listTables(client)) {
    yield part({ part: "table", name, columns });
    const rows = copyOut(connection, { name, columns });
    for await (const bytes of rows as AsyncIterable<Buffer>) yield frameBytes(bytes);
    yield part({ part: "table-end", name, rows: rows.rowCount });
    count += rows.rowCount;
  }
  return count;
}

/**
 * The files that the rows name, and the end. No file is ever changed, and one that is missing meanwhile
 * is fetched again after a restore. @returns how many there are
 */
async function* writeSounds(
  hashes: string[],
  { openSound }: BackupSource,
  journalEntries: number,
): AsyncGenerator<Buffer, number> {
  let count = 0;
  for (const sha256 of hashes) {
    const pieces = await openSound(sha256);
    if (!pieces) continue;
    yield part({ part: "sound", sha256 });
    for await (const bytes of pieces) yield frameBytes(bytes);
    yield part({ part: "sound-end", sha256 });
    count++;
  }
  yield part({ part: "end", journalEntries });
  return count;
}

/** What waits now, the oldest first. What is drained before its turn comes is in the database then. */
async function* readWaiting(journal: Journal): AsyncGenerator<JournalEntry[]> {
  const waiting = await journal.depth();
  let after: bigint | undefined;
  for (let read = 0; read < waiting; ) {
    const entries = await journal.read(entriesAtOnce, bytesAtOnce, after);
    const [last] = entries.slice(-1);
    if (!last) return;
    yield entries;
    after = last.acceptedSeq;
    read += entries.length;
  }
}

const entriesAtOnce = 500;
const bytesAtOnce = 8 * 1024 * 1024;

function part(note: Part): Buffer {
  return frameNote(note);
}

/**
 * The form of a backup: frames, and gzip around all of them. A frame is its kind (one byte), its
 * length (four bytes) and its content: a note as JSON, or bytes that belong to the note before.
 */
export type Frame = { note: unknown } | { bytes: Buffer };

function frameNote(note: unknown): Buffer {
  return frame(noteKind, Buffer.from(JSON.stringify(note)));
}

export function frameBytes(bytes: Buffer): Buffer {
  return frame(bytesKind, bytes);
}

/** Throws where the file is cut short or damaged: its checksum stands at its end. */
export async function* readFrames(path: string): AsyncGenerator<Frame> {
  const unpacked = pipe(createReadStream(path), createGunzip(), () => undefined);
  let held: Buffer = Buffer.alloc(0);
  for await (const piece of unpacked as AsyncIterable<Buffer>) {
    held = held.length === 0 ? piece : Buffer.concat([held, piece]);
    let at = 0;
    while (held.length - at >= headBytes) {
      const end = at + headBytes + held.readUInt32BE(at + 1);
      if (held.length < end) break;
      const content = held.subarray(at + headBytes, end);
      yield held[at] === noteKind
        ? { note: JSON.parse(content.toString("utf8")) }
        : { bytes: Buffer.from(content) };
      at = end;
    }
    held = held.subarray(at);
  }
  if (held.length > 0) throw new Error("it ends in the middle of a part");
}

const noteKind = 1;
const bytesKind = 2;
const headBytes = 5;

function frame(kind: number, content: Buffer): Buffer {
  const head = Buffer.alloc(headBytes);
  head.writeUInt8(kind);
  head.writeUInt32BE(content.length, 1);
  return Buffer.concat([head, content]);
}

/** What stands at the beginning of a backup. */
export const beginningSchema = z.object({
  format: z.literal("earshot backup 1"),
  takenAt: z.iso.datetime(),
  /** Those that the database had, the last one last. */
  migrations: z.array(z.string()).min(1),
  postgresVersion: z.string(),
  /** What a start makes for itself; a restore on another machine goes on with them. */
  secrets: z.object({ webhookSecret: z.string(), authSecret: z.string() }),
});

/** Then come, each followed by its bytes: what waits in the journal, tables, and the end. */
export const partSchema = z.union([
  z.object({ part: z.literal("journal") }),
  /** The UTC days on which deliveries came. */
  z.object({ part: z.literal("days"), days: z.array(z.iso.date()) }),
  /** Rows in the text form of PostgreSQL's COPY. */
  z.object({ part: z.literal("table"), name: z.string(), columns: z.array(z.string()) }),
  z.object({ part: z.literal("table-end"), name: z.string(), rows: z.number() }),
  /** A kept file of audio, in pieces. */
  z.object({ part: z.literal("sound"), sha256: z.hex().length(64) }),
  z.object({ part: z.literal("sound-end"), sha256: z.hex().length(64) }),
  z.object({ part: z.literal("end"), journalEntries: z.number() }),
]);

export type Beginning = z.infer<typeof beginningSchema>;
export type Part = z.infer<typeof partSchema>;
