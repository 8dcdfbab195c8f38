import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pg from "pg";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { createTestDatabase, type TestDatabase } from "@/lib/platform/database/test-database";
import { openDiskJournal } from "../journal/disk-journal";
import type { Journal } from "../journal/journal";
import { toNewEntry, toPayload } from "../journal/test-entry";
import { drainEntries } from "./drain-entries";

let database: TestDatabase;
let pool: pg.Pool;
let folder: string;
let journal: Journal;

beforeAll(async () => {
  process.env.LOG_LEVEL = "silent";
  database = await createTestDatabase();
  pool = new pg.Pool({ connectionString: database.url });
  pool.on("error", () => undefined);
});
afterAll(async () => {
  await pool.end();
});
beforeEach(async () => {
  await pool.query(
    "TRUNCATE delivery, delivery_body, recording, recording_version, recording_delivery, recording_newest",
  );
  folder = await mkdtemp(join(tmpdir(), "earshot-faults-"));
  journal = openDiskJournal(folder);
  for (const id of ["one", "bad", "two"]) await journal.append(toNewEntry(toPayload(id)));
});
afterEach(async () => {
  await pool.query("DROP FUNCTION IF EXISTS fail CASCADE");
  await journal.close();
  await rm(folder, { recursive: true });
});

/** Lets the database fail in a way of its own when it stores what the condition says. */
async function failWith(state: string, condition: string): Promise<void> {
  await pool.query(`
    CREATE FUNCTION fail() RETURNS trigger LANGUAGE plpgsql AS
      $$ BEGIN
        IF ${condition} THEN RAISE EXCEPTION 'as a test' USING ERRCODE = '${state}'; END IF;
        RETURN NEW;
      END $$;
    CREATE TRIGGER failing BEFORE INSERT ON recording FOR EACH ROW EXECUTE FUNCTION fail()`);
}

/** As often as the drain would try in some minutes. @returns how often it failed */
async function drain(): Promise<number> {
  let failures = 0;
  for (let round = 1; round <= 12; round++) {
    const entries = await journal.read(500, 16_000_000);
    if (entries.length === 0) return failures;
    await drainEntries(pool, journal, entries).catch(() => failures++);
  }
  return failures;
}

async function readOutcomes(): Promise<string[]> {
  const sql = "SELECT outcome FROM delivery ORDER BY accepted_seq";
  return (await pool.query<{ outcome: string }>(sql)).rows.map(({ outcome }) => outcome);
}

/** Of the content by their class, and such as can only be a fault of the code or the schema. */
const refusals = [
  "22001",
  "22023",
  "22P02",
  "23502",
  "23514",
  "54000",
  "42703",
  "42P01",
  "0A000",
  "21000",
  "P0001",
  "XX000",
];
/** Of the machine and its other users, whatever the statement. */
const hardships = ["53100", "53200", "55006", "57P05", "58030"];

describe.each(refusals)("what the database refuses with %s", (state) => {
  test("alone is set aside, and what came with it is stored", async () => {
    await failWith(state, "NEW.id = 'bad'");
    expect(await drain()).toBe(0);
    expect(await readOutcomes()).toEqual(["stored", "quarantined", "stored"]);
    expect(await journal.depth()).toBe(0);
  });

  test("when it refuses all is the database's fault: the journal keeps it, and it is stored in the end", async () => {
    await failWith(state, "true");
    expect(await drain()).toBe(12);
    expect(await readOutcomes()).toEqual([]);
    expect(await journal.depth()).toBe(3);
    expect(await journal.suspects()).toEqual(new Map());
    await pool.query("DROP FUNCTION fail CASCADE");
    expect(await drain()).toBe(0);
    expect(await readOutcomes()).toEqual(["stored", "stored", "stored"]);
  });
});

test.each(hardships)("a hardship of the database (%s) is held against nothing", async (state) => {
  await failWith(state, "NEW.id = 'bad'");
  expect(await drain()).toBeGreaterThan(0);
  expect(await readOutcomes()).not.toContain("quarantined");
  expect(await journal.suspects()).toEqual(new Map());
  await pool.query("DROP FUNCTION fail CASCADE");
  expect(await drain()).toBe(0);
  expect(await readOutcomes()).toEqual(["stored", "stored", "stored"]);
});

const long = Array.from({ length: 1_200 }, (_, n) =>
  toPayload(`l${n}`, { summary: "-".repeat(500) }),
);

test("a long delivery is stored behind one that fails by the machine's hardship", async () => {
  const { deliveryId } = await journal.append(toNewEntry(long));
  await failWith("53100", "NEW.id = 'bad'");
  expect(await drain()).toBe(12);
  const stored = await pool.query("SELECT id FROM delivery WHERE outcome = 'stored'");
  expect(stored.rows).toContainEqual({ id: deliveryId });
});

test("what the code itself stumbles over is set aside alone, and what came with it is stored", async () => {
  await journal.append(toNewEntry(toPayload("bad", { status: "later" })));
  await drain();
  const first = `SELECT content_hash FROM recording_version
    WHERE recording_id = 'bad' ORDER BY first_seq LIMIT 1`;
  await pool.query(`UPDATE recording_version SET content = '{}' WHERE content_hash = (${first})`);
  await journal.append(toNewEntry({ sent_at: 2, data: toPayload("bad") }));
  await journal.append(toNewEntry(toPayload("three")));
  await drain();
  expect(await journal.depth()).toBe(0);
  expect(await readOutcomes()).toEqual([
    "stored",
    "stored",
    "stored",
    "stored",
    "quarantined",
    "stored",
  ]);
});
