import pg from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createTestDatabase, type TestDatabase } from "@/lib/platform/database/test-database";
import { openDatabaseJournal } from "./database-journal";
import { toNewEntry } from "./test-entry";
import { testJournal } from "./test-journal";

let database: TestDatabase;
let pool: pg.Pool;

beforeAll(async () => {
  database = await createTestDatabase();
  pool = new pg.Pool({ connectionString: database.url });
});

afterAll(async () => {
  await pool.end();
});

testJournal(
  () => openDatabaseJournal(pool),
  () => database.url,
);

const beat = { atMs: Date.parse("2026-11-20T12:00:00Z"), isFarewell: false };
const later = (seconds: number) => ({ ...beat, atMs: beat.atMs + seconds * 1_000 });

async function readPeriods() {
  const { rows } = await pool.query(
    `SELECT extract(epoch FROM started_at - $1)::int AS from, is_stopped,
            extract(epoch FROM last_beat_at - $1)::int AS to
     FROM listening_period ORDER BY started_at`,
    [new Date(beat.atMs)],
  );
  return rows;
}

test("a beat is committed where events are, and only while they can be", async () => {
  const journal = await openDatabaseJournal(pool);
  expect(await journal.beat(beat)).toEqual([]);
  await journal.beat(later(5));
  await pool.query("ALTER TABLE listening_period RENAME TO elsewhere");
  await expect(journal.beat(later(10))).rejects.toThrow();
  await pool.query("ALTER TABLE elsewhere RENAME TO listening_period");
  await journal.beat(later(30));
  await journal.beat({ ...later(35), isFarewell: true });
  expect(await readPeriods()).toEqual([
    { from: 0, to: 5, is_stopped: false },
    { from: 30, to: 35, is_stopped: true },
  ]);
});

test("refuses what it can't commit", async () => {
  const journal = await openDatabaseJournal(pool);
  await pool.query("ALTER TABLE journal_entry RENAME TO elsewhere");
  await expect(journal.append(toNewEntry("x"))).rejects.toThrow();
  await expect(journal.check()).rejects.toThrow();
  await pool.query("ALTER TABLE elsewhere RENAME TO journal_entry");
  await expect(journal.append(toNewEntry("x"))).resolves.toBeDefined();
});
