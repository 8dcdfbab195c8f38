import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { createTestDatabase, type TestDatabase } from "@/lib/platform/database/test-database";
import { damagedMessage, unreadMessage } from "../interpret/interpret-kept";
import { openDatabaseJournal } from "../journal/database-journal";
import { openDiskJournal } from "../journal/disk-journal";
import type { Journal } from "../journal/journal";
import { JournalFile } from "../journal/journal-file";
import { toNewEntry, toPayload } from "../journal/test-entry";
import { runTestReader } from "../journal/test-journal";
import { rereadOne } from "../reread/reread-job";
import { type PackedBody, unpackBody } from "../store/packed-body";
import { drainEntries } from "./drain-entries";

let database: TestDatabase;
let pool: pg.Pool;
let folder: string;

beforeAll(async () => {
  process.env.LOG_LEVEL = "silent";
  database = await createTestDatabase();
  folder = await mkdtemp(join(tmpdir(), "earshot-drain-"));
  pool = newPool();
});
afterAll(async () => {
  await pool.end();
  await rm(folder, { recursive: true });
});
beforeEach(() =>
  pool.query(
    "TRUNCATE delivery, delivery_body, recording, recording_version, recording_delivery, recording_newest",
  ),
);

function newPool(options: pg.PoolConfig = {}): pg.Pool {
  return new pg.Pool({ connectionString: database.url, ...options });
}

const journals: [string, () => Promise<Journal>, () => string][] = [
  ["on disk", async () => openDiskJournal(folder), () => folder],
  ["in the database", () => openDatabaseJournal(pool), () => database.url],
];

describe.each(journals)("with the journal %s", (kind, open, place) => {
  test("an entry that can't be read any more is kept as it is, and its neighbours are stored", async () => {
    const journal = await open();
    const entries = [];
    for (const id of ["before", "damaged", "after"]) {
      entries.push(await journal.append(toNewEntry(toPayload(id))));
    }
    const junk = Buffer.from([0, 0, 0, 9, 255, 254, 0, 123]);
    const { acceptedSeq = 0n } = entries[1] ?? {};
    if (kind === "on disk") {
      const file = new JournalFile(join(folder, "journal"));
      const key = Buffer.alloc(8);
      key.writeBigUInt64BE(acceptedSeq);
      await file.change(({ entries: kept }) => void kept.put(key, junk));
      await file.close();
    } else {
      const change = "UPDATE journal_entry SET entry = $1 WHERE accepted_seq = $2";
      await pool.query(change, [junk, acceptedSeq]);
    }
    const read = await journal.read(10, 1e6);
    // Whoever reads it again, after a kill, gives it the same id.
    expect(await journal.read(10, 1e6)).toEqual(read);
    await drainEntries(pool, journal, read);
    expect(await readOutcomes()).toEqual(["stored", "quarantined", "stored"]);
    expect(await readProblems()).toEqual([damagedMessage]);
    const { rows } = await pool.query<PackedBody>(
      `SELECT body, packing FROM delivery_body JOIN delivery USING (id) WHERE accepted_seq = $1`,
      [acceptedSeq],
    );
    expect(rows.map((row) => unpackBody(row).equals(junk))).toEqual([true]);
    expect(await journal.depth()).toBe(0);
    await journal.close();
  });

  test("an event whose reading ends the process twice is set aside, its neighbours are stored once, and it can be read later", async () => {
    const journal = await open();
    const further = Array.from({ length: 150_000 }, (_, n) => [`key ${n}`, "x".repeat(40)]);
    const large = toPayload("large", Object.fromEntries(further));
    const bodies = [toPayload("before"), large, toPayload("after")];
    const entries = [];
    for (const body of bodies) entries.push(await journal.append(toNewEntry(body)));

    const ends = [];
    while (ends.length < 6 && ends.at(-1) !== "code 0") {
      const reader = runTestReader(place(), ["drain"], {
        nodeOptions: ["--max-old-space-size=64"],
        env: { DATABASE_URL: database.url },
      });
      ends.push(await reader.ended);
      if (ends.length === 1) expect(reader.errors()).toContain("heap out of memory");
    }
    expect(ends).toEqual(["SIGABRT", "SIGABRT", "code 0"]);

    expect(await readOutcomes()).toEqual(["stored", "quarantined", "stored"]);
    expect(await readProblems()).toEqual([unreadMessage]);
    expect(await journal.depth()).toBe(0);
    expect(await journal.suspects()).toEqual(new Map());
    const [, setAside] = entries;
    const { rows } = await pool.query<PackedBody & { accepted_on: Date }>(
      "SELECT body, packing, accepted_on::timestamp AT TIME ZONE 'UTC' AS accepted_on FROM delivery_body WHERE id = $1",
      [setAside?.deliveryId],
    );
    expect(rows.map((row) => setAside?.body.equals(unpackBody(row)))).toEqual([true]);
    const key = { id: setAside?.deliveryId ?? "", acceptedOn: rows[0]?.accepted_on ?? new Date() };
    expect(await rereadOne(pool, key)).toMatchObject({ released: 1, held: 0 });
    expect(await readOutcomes()).toEqual(["stored", "stored", "stored"]);
    await journal.close();
  });

  test("however often a process is killed while the database stands still, no event is set aside", async () => {
    const journal = await open();
    for (const id of ["one", "two", "three"]) await journal.append(toNewEntry(toPayload(id)));
    const holder = await pool.connect();
    await holder.query("BEGIN; LOCK TABLE recording IN SHARE MODE");
    for (let kill = 1; kill <= 3; kill++) {
      const reader = runTestReader(place(), ["drain"], { env: { DATABASE_URL: database.url } });
      await waitForBlocked();
      expect(await reader.kill()).toBe("SIGKILL");
      await pool.query(`SELECT pg_terminate_backend(pid) ${blocked}`);
    }
    await holder.query("ROLLBACK");
    holder.release();
    await drainAll(pool, journal);
    expect(await readOutcomes()).toEqual(["stored", "stored", "stored"]);
    await journal.close();
  });
});

describe("an event that the database doesn't store in time", () => {
  const slow = { sql: "NEW.id = 'slow'" };
  const everything = { sql: "true" };

  async function withSleep(which: { sql: string }, work: (hurried: pg.Pool) => Promise<void>) {
    const hurried = newPool({ query_timeout: 800 });
    await pool.query(`
      CREATE FUNCTION sleep_long() RETURNS trigger LANGUAGE plpgsql AS
        $$ BEGIN IF ${which.sql} THEN PERFORM pg_sleep(30); END IF; RETURN NEW; END $$;
      CREATE TRIGGER sleeping BEFORE INSERT ON recording FOR EACH ROW EXECUTE FUNCTION sleep_long()`);
    try {
      await work(hurried);
    } finally {
      await pool.query("DROP FUNCTION sleep_long CASCADE");
      await hurried.end();
    }
  }

  test("twice alone, while it stores others, is set aside; these are stored once", async () => {
    const journal = openDiskJournal(folder);
    const ids = ["one", "slow", "two"];
    for (const id of ids) await journal.append(toNewEntry(toPayload(id)));
    await withSleep(slow, (hurried) => drainAll(hurried, journal));
    expect(await readOutcomes()).toEqual(["stored", "quarantined", "stored"]);
    expect(await readProblems()).toEqual([unreadMessage]);
    expect((await pool.query("SELECT FROM recording_delivery")).rowCount).toBe(2);
    await journal.close();
  });

  test("stays in the journal as long as the database stores nothing in time, and is stored then", async () => {
    const journal = openDiskJournal(folder);
    for (const id of ["one", "two"]) await journal.append(toNewEntry(toPayload(id)));
    await withSleep(everything, async (hurried) => {
      for (let attempt = 1; attempt <= 6; attempt++) {
        const entries = await journal.read(500, 1_000_000);
        await expect(drainEntries(hurried, journal, entries)).rejects.toThrow();
      }
      expect(await readOutcomes()).toEqual([]);
      expect(await journal.depth()).toBe(2);
    });
    await drainAll(pool, journal);
    expect(await readOutcomes()).toEqual(["stored", "stored"]);
    await journal.close();
  });

  test("because somebody holds its row waits for that alone, and others don't", async () => {
    const journal = openDiskJournal(folder);
    await journal.append(toNewEntry(toPayload("held")));
    await drainAll(pool, journal);
    for (const id of ["held", "other"]) {
      await journal.append(toNewEntry(toPayload(id, { status: "later" })));
    }
    const holder = await pool.connect();
    await holder.query("BEGIN; UPDATE recording SET status = status WHERE id = 'held'");
    const hurried = newPool({ query_timeout: 800 });
    for (let attempt = 1; attempt <= 5; attempt++) {
      const entries = await journal.read(500, 1_000_000);
      await drainEntries(hurried, journal, entries).catch(() => undefined);
    }
    expect(await journal.depth()).toBe(1);
    await holder.query("ROLLBACK");
    holder.release();
    await hurried.end();
    await drainAll(pool, journal);
    expect(await readOutcomes()).toEqual(["stored", "stored", "stored"]);
    await journal.close();
  });
});

async function drainAll(to: pg.Pool, journal: Journal): Promise<void> {
  for (let round = 1; round <= 20; round++) {
    const entries = await journal.read(500, 16_000_000);
    if (entries.length === 0) return;
    await drainEntries(to, journal, entries);
  }
  throw new Error("the journal is not empty");
}

const blocked =
  "FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'";

async function waitForBlocked(): Promise<void> {
  for (let ms = 0; ms < 30_000; ms += 50, await sleep(50)) {
    if ((await pool.query(`SELECT ${blocked}`)).rowCount) return;
  }
  throw new Error("nobody waits");
}

async function readOutcomes(): Promise<string[]> {
  const { rows } = await pool.query<{ outcome: string }>(
    "SELECT outcome FROM delivery ORDER BY accepted_seq",
  );
  return rows.map(({ outcome }) => outcome);
}

async function readProblems(): Promise<unknown[]> {
  const { rows } = await pool.query<{ message: unknown }>(
    "SELECT jsonb_path_query(records, '$[*].problems[*].message') AS message FROM delivery",
  );
  return rows.map(({ message }) => message);
}
