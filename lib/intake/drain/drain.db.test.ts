import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pg from "pg";
import { beforeAll, expect, test, vi } from "vitest";
import { log } from "@/lib/ops/log";
import { closeDatabase } from "@/lib/platform/database/db";
import { createTestDatabase, type TestDatabase } from "@/lib/platform/database/test-database";
import { drainFault, type Journal } from "../journal/journal";
import { closeJournal, journal } from "../journal/open-journal";
import { toNewEntry, toPayload } from "../journal/test-entry";
import { startDrain } from "./drain";

/** More than two turns take. */
const many = 8_600;

let database: TestDatabase;
let pool: pg.Pool;
let source: Journal;

beforeAll(async () => {
  const folder = mkdtempSync(join(tmpdir(), "earshot-drain-"));
  database = await createTestDatabase();
  const settings = { LOG_LEVEL: "silent", DATABASE_URL: database.url, DATA_DIR: folder };
  Object.assign(process.env, settings);
  pool = new pg.Pool({ connectionString: database.url });
  source = await journal();
  return async () => {
    await startDrain().stop();
    await closeJournal();
    await closeDatabase();
    await pool.end();
    rmSync(folder, { recursive: true, force: true });
  };
});

async function countDeliveries(): Promise<number> {
  const { rows } = await pool.query("SELECT count(*)::int AS count FROM delivery");
  return rows[0].count;
}

test("many that wait are stored, each once, though the ledger fails while the next ones are read", async () => {
  await Promise.all(
    Array.from({ length: many }, (_, n) => source.append(toNewEntry(toPayload(`waited-${n}`)))),
  );
  // From the second turn on the ledger takes nothing, until it is mended.
  await pool.query(`
    CREATE FUNCTION fail() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
      IF (SELECT count(*) FROM delivery) >= 4000 THEN RAISE 'broken' USING ERRCODE = '58030'; END IF;
      RETURN NULL;
    END $$`);
  await pool.query(
    "CREATE TRIGGER fail AFTER INSERT ON delivery FOR EACH STATEMENT EXECUTE FUNCTION fail()",
  );
  startDrain();
  await vi.waitFor(async () => expect(await source.depth()).toBeLessThan(many), 20_000);
  const kept = await source.depth();
  expect(kept + (await countDeliveries())).toBeGreaterThanOrEqual(many);
  const late = await source.append(toNewEntry(toPayload("late")));

  await pool.query("DROP TRIGGER fail ON delivery");
  await vi.waitFor(async () => expect(await source.depth()).toBe(0), 30_000);

  const { rows } = await pool.query<{ id: string; arrivals: number }>(
    "SELECT recording_id AS id, count(*)::int AS arrivals FROM recording_delivery GROUP BY 1",
  );
  expect(rows.filter(({ arrivals }) => arrivals !== 1)).toEqual([]);
  expect(rows.length).toBe(many + 1);
  expect(await countDeliveries()).toBe(many + 1);
  expect(await source.get(late.acceptedSeq)).toBeUndefined();
});

test("many whose row somebody holds rest, and what comes behind them is stored meanwhile", async () => {
  const append = (id: string, status: string) =>
    source.append(toNewEntry(toPayload(id, { status })));
  await Promise.all(Array.from({ length: heldCount }, (_, n) => append(`held-${n}`, "first")));
  startDrain();
  const holder = await pool.connect();
  const warned = vi.spyOn(log(), "warn");
  try {
    await vi.waitFor(async () => expect(await source.depth()).toBe(0), 20_000);
    await holder.query("BEGIN; UPDATE recording SET status = status WHERE id LIKE 'held-%'");
    await Promise.all(Array.from({ length: heldCount }, (_, n) => append(`held-${n}`, "second")));
    await vi.waitFor(() => expect(warned).toHaveBeenCalled(), 30_000);
    const beganMs = performance.now();
    await Promise.all(Array.from({ length: 1_000 }, (_, n) => append(`behind-${n}`, "first")));
    await vi.waitFor(async () => expect(await countOf("behind-%", "first")).toBe(1_000), 30_000);
    expect(performance.now() - beganMs).toBeLessThan(15_000);
    await vi.waitFor(async () => expect(await source.depth()).toBe(heldCount), 10_000);
    expect(drainFault.last()).toBeNull();
    await holder.query("ROLLBACK");
    await vi.waitFor(async () => expect(await source.depth()).toBe(0), 60_000);
    expect(await countOf("held-%", "second")).toBe(heldCount);
  } finally {
    await holder.query("ROLLBACK");
    holder.release();
  }
});

test("many that are tried one at a time hold up none of those behind them", async () => {
  const append = (prefix: string) =>
    Promise.all(
      Array.from({ length: 600 }, (_, n) => source.append(toNewEntry(toPayload(`${prefix}-${n}`)))),
    );
  startDrain();
  const holder = await pool.connect();
  try {
    // So that all are there when the drain looks again.
    await holder.query("BEGIN; LOCK TABLE delivery IN EXCLUSIVE MODE");
    await source.append(toNewEntry(toPayload("first")));
    await vi.waitFor(async () => expect(await countLocksWanted()).toBe(1), 5_000);
    const suspects = await append("suspect");
    const acceptedSeqs = suspects.map(({ acceptedSeq }) => acceptedSeq);
    await source.suspect(acceptedSeqs, 0);
    await append("plain");
  } finally {
    await holder.query("ROLLBACK");
    holder.release();
  }
  await vi.waitFor(async () => expect(await countOf("plain-%", "completed")).toBe(600), 30_000);
  expect(await countOf("suspect-%", "completed")).toBeLessThan(600);
  await vi.waitFor(async () => expect(await source.depth()).toBe(0), 60_000);
  expect(await countOf("suspect-%", "completed")).toBe(600);
});

async function countLocksWanted(): Promise<number> {
  const { rows } = await pool.query(
    "SELECT count(*)::int AS count FROM pg_locks WHERE NOT granted AND relation = 'delivery'::regclass",
  );
  return rows[0].count;
}

/** More than a careful turn reads. */
const heldCount = 60;

async function countOf(ids: string, status: string): Promise<number> {
  const { rows } = await pool.query(
    "SELECT count(*)::int AS count FROM recording WHERE id LIKE $1 AND status = $2",
    [ids, status],
  );
  return rows[0].count;
}
