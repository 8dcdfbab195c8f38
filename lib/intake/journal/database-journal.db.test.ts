import pg from "pg";
import { afterAll, afterEach, beforeAll, expect, test, vi } from "vitest";
import { createTestDatabase, type TestDatabase } from "@/lib/platform/database/test-database";
import { clockOffset } from "@/lib/platform/process/event-clock";
import { openDatabaseJournal } from "./database-journal";
import type { Journal } from "./journal";
import { acceptedAtOf, idsOfNode, nodeCount } from "./sequence";
import { toNewEntry } from "./test-entry";
import { testJournal } from "./test-journal";

let database: TestDatabase;
let pool: pg.Pool;

beforeAll(async () => {
  process.env.LOG_LEVEL = "silent";
  database = await createTestDatabase();
  pool = new pg.Pool({ connectionString: database.url });
});

afterEach(() => void vi.useRealTimers());
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

const append = async (journal: Journal) => (await journal.append(toNewEntry("x"))).acceptedSeq;
const nodeOf = (acceptedSeq: bigint) => Math.floor(Number(acceptedSeq & 0xfffn) / idsOfNode);
const countLeased = async () => (await pool.query("SELECT FROM journal_node")).rowCount;

test("each gateway leases a node once it numbers, keeps it while it lives, and leaves it", async () => {
  await pool.query("TRUNCATE journal_node");
  const journals = await Promise.all([1, 2, 3].map(() => openDatabaseJournal(pool)));
  const [one, two, worker] = journals as [Journal, Journal, Journal];
  await Promise.all(journals.map((journal) => journal.beat(beat)));
  expect(await countLeased()).toBe(0);
  const nodes = [nodeOf(await append(one)), nodeOf(await append(two))];
  expect(new Set(nodes).size).toBe(2);
  expect(await countLeased()).toBe(2);
  // Who was silent for too long has lost it, and takes another one with its next beat.
  await pool.query("UPDATE journal_node SET leased_at = leased_at - interval '6 minutes'");
  await one.beat(later(5));
  const third = nodeOf(await append(worker));
  expect(third).not.toBe(nodes[0]);
  await pool.query("UPDATE journal_node SET journal = gen_random_uuid() WHERE node = $1", [third]);
  await worker.beat(later(5));
  expect(nodeOf(await append(worker))).not.toBe(third);
  expect(nodeOf(await append(one))).toBe(nodes[0]);
  await pool.query("DELETE FROM journal_node WHERE node = $1", [third]);
  for (const journal of journals) await journal.close();
  expect(await countLeased()).toBe(0);
});

test("processes that died leave no node taken; where all are taken, events are numbered all the same", async () => {
  await pool.query(
    `INSERT INTO journal_node (node, journal, leased_at)
     SELECT n, gen_random_uuid(), now() - interval '30 days' + interval '5 minutes'
     FROM generate_series(0, $1) n`,
    [nodeCount - 1],
  );
  const late = await openDatabaseJournal(pool);
  expect(new Set([await append(late), await append(late)]).size).toBe(2);
  expect(await countLeased()).toBe(nodeCount);
  await pool.query(
    "UPDATE journal_node SET leased_at = leased_at - interval '5 minutes' WHERE node = 7",
  );
  await late.beat(later(5));
  expect(nodeOf(await append(late))).toBe(7);
  await late.close();
  await pool.query("TRUNCATE journal_node");
});

test.each([365, -365])(
  "numbers go by the database's time where the clock leaps by %i days and back",
  async (days) => {
    const journal = await openDatabaseJournal(pool);
    const seqs = [await append(journal)];
    const realMs = Date.now();
    vi.useFakeTimers({ toFake: ["Date"], now: realMs + days * 86_400_000 });
    // The leap is believed, as after a minute in which nobody spoke against it.
    clockOffset.publish(0);
    const started = await openDatabaseJournal(pool);
    seqs.push(await append(journal), await append(started));
    vi.useRealTimers();
    clockOffset.publish(0);
    seqs.push(await append(journal), await append(started), await append(journal));
    for (const seq of seqs) expect(Math.abs(acceptedAtOf(seq) - realMs)).toBeLessThan(60_000);
    for (const of of [
      [0, 1, 3, 5],
      [2, 4],
    ]) {
      const own = of.map((index) => seqs[index] ?? 0n);
      expect(own.toSorted((a, b) => (a < b ? -1 : 1))).toEqual(own);
    }
    for (const one of [journal, started]) await one.close();
  },
);
