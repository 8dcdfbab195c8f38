import { appendFileSync, mkdtempSync, readdirSync, rmSync, statSync, utimesSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pg from "pg";
import { afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { closeDatabase } from "@/lib/platform/database/db";
import {
  copyDatabase,
  createTestDatabase,
  type TestDatabase,
} from "@/lib/platform/database/test-database";
import { drainEntries } from "./drain/drain-entries";
import { forgetSettled, hasFallenBack } from "./drain/settled";
import { openDiskJournal } from "./journal/disk-journal";
import { archiveFolder, EntryFiles, readEntryFile } from "./journal/drained-archive";
import type { Journal } from "./journal/journal";
import { toNewEntry, toPayload } from "./journal/test-entry";
import { restoreMissing } from "./journal-and-database";
import { forgetOld } from "./start-worker";

const megabyte = 1_000_000;
const { signal } = new AbortController();

let databases: TestDatabase[];
let pools: pg.Pool[];
let folder: string;
let journal: Journal;

beforeAll(async () => {
  const settings = await createTestDatabase();
  Object.assign(process.env, { LOG_LEVEL: "silent", DATABASE_URL: settings.url });
  return async () => {
    await closeDatabase();
  };
});
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), "earshot-archive-"));
  [databases, pools] = [[], []];
  journal = openDiskJournal(folder, { archiveBytes: 100 * megabyte });
});
afterEach(async () => {
  await journal.close();
  for (const pool of pools) await pool.end();
  rmSync(folder, { recursive: true, force: true });
});

async function connect(made: Promise<TestDatabase>): Promise<pg.Pool> {
  const database = await made;
  databases.push(database);
  return open(database.url);
}

function open(url: string): pg.Pool {
  const pool = new pg.Pool({ connectionString: url });
  pool.on("error", () => undefined);
  pools.push(pool);
  return pool;
}

/** Lets so many events arrive and reach the ledger; gives their ids. */
async function arrive(pool: pg.Pool, ...names: string[]): Promise<string[]> {
  for (const name of names) await journal.append(toNewEntry(toPayload(name)));
  await journal.append({ ...toNewEntry("far too large"), kind: "oversized" });
  const entries = await journal.read(1_000, 100 * megabyte);
  await drainEntries(pool, journal, entries);
  return entries.map(({ deliveryId }) => deliveryId);
}

async function drainAll(pool: pg.Pool): Promise<void> {
  await drainEntries(pool, journal, await journal.read(1_000, 100 * megabyte));
}

async function listStored(pool: pg.Pool): Promise<string[]> {
  const { rows } = await pool.query<{ id: string }>(
    "SELECT id FROM delivery UNION ALL SELECT id FROM oversized_body ORDER BY id",
  );
  return rows.map(({ id }) => id);
}

const restore = (pool: pg.Pool) => restoreMissing(pool, journal, archiveFolder(folder), signal);

test("a copy from an hour ago gets what came since, once", async () => {
  const original = await createTestDatabase();
  databases.push(original);
  const earlier = new pg.Pool({ connectionString: original.url });
  const before = await arrive(earlier, "a", "b", "c");
  expect(await restore(earlier)).toBe(0);
  await earlier.end();
  const copy = await connect(copyDatabase(original.url));
  const now = open(original.url);
  const since = await arrive(now, "d", "b");
  expect(await restore(now)).toBe(0);

  expect(await listStored(copy)).toEqual(before);
  expect(await restore(copy)).toBe(since.length);
  await drainAll(copy);
  expect(await listStored(copy)).toEqual([...before, ...since]);
  expect(await journal.depth()).toBe(0);
  expect(await restore(copy)).toBe(0);
  const { rows } = await copy.query("SELECT id, accepted_seq FROM recording ORDER BY id");
  expect(rows).toEqual(
    (await now.query("SELECT id, accepted_seq FROM recording ORDER BY id")).rows,
  );
});

test("the same database in an older state is told by its mark, and an empty one by itself", async () => {
  const pool = await connect(createTestDatabase());
  const kept = await arrive(pool, "a", "b");
  expect(await restore(pool)).toBe(0);
  const mark = await pool.query("SELECT * FROM journal_mark");
  expect(mark.rows).toHaveLength(1);
  await forgetAll(pool);
  // Nobody looks while nothing tells that it is another state.
  expect(await restore(pool)).toBe(0);
  await pool.query("UPDATE journal_mark SET mark = gen_random_uuid()");
  expect(await restore(pool)).toBe(kept.length);
  await drainAll(pool);
  expect(await listStored(pool)).toEqual(kept);

  const empty = await connect(createTestDatabase());
  expect(await restore(empty)).toBe(2 * kept.length);
  await drainAll(empty);
  expect(await listStored(empty)).toEqual(kept);
});

/** As a dump of a moment ago leaves it that is put back between two marks, while everybody stays connected. */
async function forgetAll(pool: pg.Pool): Promise<void> {
  await pool.query(
    `TRUNCATE delivery, delivery_body, oversized_body, recording, recording_version,
              recording_delivery, recording_newest`,
  );
}

test("what is put back between two marks is noticed at once", async () => {
  const pool = await connect(createTestDatabase());
  expect(await restore(pool)).toBe(0);
  const look = async () => {
    const doubt = (await hasFallenBack(pool)) ? "lost" : "none";
    const count = await restoreMissing(pool, journal, archiveFolder(folder), signal, doubt);
    forgetSettled(pool);
    return count;
  };
  const marks = () => pool.query("SELECT mark FROM journal_mark").then(({ rows }) => rows);
  const before = await marks();
  const kept = await arrive(pool, "a", "b");
  expect(await look()).toBe(0);
  await arrive(pool, "c");
  expect(await marks()).toEqual(before);
  // By the next look, while nothing comes.
  await forgetAll(pool);
  expect(await look()).toBeGreaterThan(0);
  await drainAll(pool);
  // By the next batch, however much comes before the next look.
  await forgetAll(pool);
  for (const name of ["d", "e", "f", "g", "h"]) await arrive(pool, name);
  expect(await look()).toBeGreaterThan(0);
  await drainAll(pool);
  expect(await listStored(pool)).toHaveLength(kept.length + 2 + 10);
  expect(await look()).toBe(0);
  // By a process that starts, which has seen nothing of it.
  await arrive(pool, "i");
  await forgetAll(pool);
  forgetSettled(pool);
  const first = () => restoreMissing(pool, journal, archiveFolder(folder), signal, "since-mark");
  expect(await first()).toBeGreaterThan(0);
  await drainAll(pool);
  expect(await listStored(pool)).toHaveLength(kept.length + 2 + 10 + 2);
  expect(await first()).toBe(0);
});

test("a first look finds no folder, and marks what it sees", async () => {
  const pool = await connect(createTestDatabase());
  expect(await restore(pool)).toBe(0);
  expect((await pool.query("SELECT FROM journal_mark")).rowCount).toBe(1);
});

test("a database that is away is looked at later, and nothing is marked", async () => {
  const pool = await connect(createTestDatabase());
  await arrive(pool, "a");
  await pool.query("ALTER TABLE journal_mark RENAME TO elsewhere");
  await expect(restore(pool)).rejects.toThrow("journal_mark");
  await pool.query("ALTER TABLE elsewhere RENAME TO journal_mark");
  expect(await restore(pool)).toBe(0);
});

test("a file that ends in the middle of an entry gives all before it", async () => {
  const pool = await connect(createTestDatabase());
  const kept = await arrive(pool, "a", "b");
  await journal.close();
  const [file] = await new EntryFiles(archiveFolder(folder)).list();
  if (!file) throw new Error("nothing was archived");
  appendFileSync(file.path, Buffer.from("0000000000000001000000ff", "hex"));
  const read = [];
  for await (const entries of readEntryFile(file)) read.push(...entries);
  expect(read.map(({ deliveryId }) => deliveryId)).toEqual(kept);
  journal = openDiskJournal(folder, { archiveBytes: 100 * megabyte });
});

test("the oldest files go when there is too much, and what is older than the setting", async () => {
  const pool = await connect(createTestDatabase());
  const listFiles = () =>
    readdirSync(archiveFolder(folder)).filter((name) => name.endsWith(".entries"));
  const bytesOf = (name = "") => statSync(join(archiveFolder(folder), name)).size;
  await arrive(pool, "a", "b");
  const [first] = listFiles();
  await journal.close();
  journal = openDiskJournal(folder, { archiveBytes: bytesOf(first) + 10 });
  await arrive(pool, "c", "d");
  expect(listFiles()).toContain(first);
  await journal.close();
  journal = openDiskJournal(folder, { archiveBytes: bytesOf(first) + 10 });
  await arrive(pool, "e");
  expect(listFiles()).not.toContain(first);

  const [second = ""] = listFiles();
  const now = new Date();
  const daysAgo = new Date(now.getTime() - 8 * 86_400_000);
  utimesSync(join(archiveFolder(folder), second), daysAgo, daysAgo);
  const wrongClock = new Date(now.getTime() + 10 * 60_000);
  expect(await forgetOld(pool, archiveFolder(folder), wrongClock)).toBe(0);
  expect(await forgetOld(pool, archiveFolder(folder), now)).toBe(1);
  expect(listFiles()).not.toContain(second);
});

test("nothing is archived where no room is given to it", async () => {
  const pool = await connect(createTestDatabase());
  await journal.close();
  journal = openDiskJournal(folder);
  await arrive(pool, "a");
  expect(await new EntryFiles(archiveFolder(folder)).list()).toEqual([]);
});
