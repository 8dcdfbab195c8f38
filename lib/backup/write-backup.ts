import "server-only";
import { createWriteStream } from "node:fs";
import { open, rename, rm } from "node:fs/promises";
import { pipeline } from "node:stream/promises";
import { createGzip } from "node:zlib";
import pg from "pg";
import type { Journal } from "@/lib/intake/journal/journal";
import { encodeEntry, type JournalEntry } from "@/lib/intake/journal/journal-entry";
import type { GeneratedSecrets } from "@/lib/platform/files/generated-secrets";
import { type Beginning, frameBytes, frameNote, type Part } from "./backup-frames";
import { copyOut, listDays, listMigrations, listTables } from "./fill-tables";

export type BackupSource = {
  /** As whoever may read every table. */
  databaseUrl: string;
  /** Null: it is a table of the database. */
  journal: Journal | null;
  secrets: Pick<GeneratedSecrets, "webhookSecret" | "authSecret">;
};

export type BackupSize = { rows: number; journalEntries: number };

/**
 * Writes the database, in one state of it, and what waits in the journal, while Earshot runs. The
 * journal is read first: what no longer waits then is in the state of the database that is read
 * after it, so every event that was acknowledged before the call is in the file.
 * The file is there when it is whole, for this user's eyes alone.
 */
export async function writeBackup(path: string, source: BackupSource): Promise<BackupSize> {
  const beside = `${path}.part`;
  const client = new pg.Client({
    connectionString: source.databaseUrl,
    application_name: "earshot backup",
    keepAlive: true,
  });
  client.on("error", () => undefined);
  const size = { rows: 0, journalEntries: 0 };
  try {
    await rm(beside, { force: true });
    await client.connect();
    await pipeline(
      () => writeFrames(client, source, size),
      createGzip(),
      createWriteStream(beside, { flags: "wx", mode: 0o600 }),
    );
    const file = await open(beside, "r");
    await file.sync().finally(() => file.close());
    await rename(beside, path);
    return size;
  } finally {
    await client.end().catch(() => undefined);
    await rm(beside, { force: true });
  }
}

async function* writeFrames(
  client: pg.Client,
  { journal, secrets }: BackupSource,
  size: BackupSize,
): AsyncGenerator<Buffer> {
  const { webhookSecret, authSecret } = secrets;
  const migrations = await listMigrations(client);
  const beginning: Beginning = {
    format: "earshot backup 1",
    takenAt: new Date().toISOString(),
    secrets: { webhookSecret, authSecret },
    migrations,
    postgresVersion: await readVersion(client),
  };
  yield frameNote(beginning);
  yield part({ part: "journal" });
  for await (const entries of journal ? readWaiting(journal) : []) {
    for (const { acceptedSeq, ...entry } of entries) {
      const seq = Buffer.alloc(8);
      seq.writeBigUInt64BE(acceptedSeq);
      yield frameBytes(Buffer.concat([seq, encodeEntry({ acceptedSeq, ...entry })]));
    }
    size.journalEntries += entries.length;
  }
  await client.query("BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY");
  if ((await listMigrations(client)).join() !== migrations.join()) {
    throw new Error("a migration was applied meanwhile; take the backup again");
  }
  yield part({ part: "days", days: await listDays(client) });
  for (const { name, columns } of await listTables(client)) {
    yield part({ part: "table", name, columns });
    const rows = copyOut(client, { name, columns });
    for await (const bytes of rows as AsyncIterable<Buffer>) yield frameBytes(bytes);
    yield part({ part: "table-end", name, rows: rows.rowCount });
    size.rows += rows.rowCount;
  }
  yield part({ part: "end", journalEntries: size.journalEntries });
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

async function readVersion(client: pg.Client): Promise<string> {
  const { rows } = await client.query<{ server_version: string }>("SHOW server_version");
  return rows[0]?.server_version ?? "";
}
