import { randomBytes } from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pg from "pg";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
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
  // Who lost a race waits by chance before the next; here nobody does.
  vi.spyOn(Math, "random").mockReturnValue(0);
  await pool.query(`
    CREATE TABLE failing (state text, id text);
    CREATE FUNCTION fail() RETURNS trigger LANGUAGE plpgsql AS $$
      DECLARE chosen text;
      BEGIN
        SELECT state INTO chosen FROM failing WHERE id IS NULL OR id = NEW.id;
        IF FOUND THEN RAISE EXCEPTION 'as a test' USING ERRCODE = chosen; END IF;
        RETURN NEW;
      END $$;
    CREATE TRIGGER failing BEFORE INSERT ON recording FOR EACH ROW EXECUTE FUNCTION fail()`);
});
afterAll(() => pool.end());
beforeEach(async () => {
  await pool.query(
    "TRUNCATE delivery, delivery_body, recording, recording_version, recording_delivery, recording_newest",
  );
  folder = await mkdtemp(join(tmpdir(), "earshot-faults-"));
  journal = openDiskJournal(folder);
});
afterEach(async () => {
  await pool.query("DELETE FROM failing");
  await journal.close();
  await rm(folder, { recursive: true });
});

/** Lets the database fail in its own way when it stores these calls; without ids, whatever it stores. */
async function failWith(state: string, ...ids: string[]): Promise<void> {
  const kept = ids.length > 0 ? ids : [null];
  await pool.query("INSERT INTO failing SELECT $1, unnest($2::text[])", [state, kept]);
}

const keep = (id: string) => journal.append(toNewEntry(toPayload(id)));

/** More often than something that fails alone is tried. */
const oftenEnough = 6;

/** @returns how often it failed */
async function drain({ to = pool, rounds = oftenEnough } = {}): Promise<number> {
  let failures = 0;
  for (let round = 1; round <= rounds; round++) {
    const entries = await journal.read(500, 16_000_000);
    if (entries.length === 0) return failures;
    await drainEntries(to, journal, entries).catch(() => failures++);
  }
  return failures;
}

async function readOutcomes(): Promise<string[]> {
  const sql = "SELECT outcome FROM delivery ORDER BY accepted_seq";
  return (await pool.query<{ outcome: string }>(sql)).rows.map(({ outcome }) => outcome);
}

/** Of the content, the code or the schema, or what only some statements can meet. */
const refusals = `
  0A000 21000 22001 22P02 23502 23505 23514 25006 26000 34000 38000 3F000
  42501 42703 42P01 44000 53200 54000 57014 F0000 HV000 P0001 XX000 XX001`
  .trim()
  .split(/\s+/);
/** Of a file, or of others who use the same: no content's fault, though others may be spared. */
const obstacles = ["40001", "40P01", "55006", "55P03", "58030"];
/** Of the whole database, whichever statement meets it first. */
const outages = ["08006", "28000", "3D000", "53100", "53300", "57P01", "57P05"];

/** For each state a call that the database fails over, and one beside it. */
async function keepPairs(states: string[]): Promise<void> {
  for (const state of states) {
    await failWith(state, `fails-${state}`);
    await keep(`fails-${state}`);
    await keep(`beside-${state}`);
  }
}

const beside = (states: string[]) => states.map((state) => `beside-${state}`).sort();

async function listStored(): Promise<string[]> {
  const { rows } = await pool.query<{ id: string }>(
    'SELECT id FROM recording ORDER BY id COLLATE "C"',
  );
  return rows.map(({ id }) => id);
}

test("what the database refuses alone is set aside, and what came with it is stored", async () => {
  await keepPairs(refusals);
  expect(await drain()).toBe(0);
  expect(await journal.depth()).toBe(0);
  expect(await listStored()).toEqual(beside(refusals));
  const outcomes = await readOutcomes();
  expect(outcomes).toEqual(refusals.flatMap(() => ["quarantined", "stored"]));
});

test("what meets an obstacle alone waits without blame, and what came with it is stored", async () => {
  await keepPairs(obstacles);
  await drain({ rounds: 2 });
  expect(await listStored()).toEqual(beside(obstacles));
  expect([...(await journal.suspects()).values()]).toEqual(obstacles.map(() => 0));
  await pool.query("DELETE FROM failing");
  expect(await drain()).toBe(0);
  expect(await readOutcomes()).toEqual(Array(2 * obstacles.length).fill("stored"));
});

test("what befalls all, whatever it is, is held against none: they stay in the journal, and are stored in the end", async () => {
  const ids = ["one", "two", "three"];
  for (const id of ids) await keep(id);
  for (const state of [...refusals, ...obstacles, ...outages]) {
    await failWith(state);
    expect(await drain({ rounds: 1 }), state).toBe(1);
    await pool.query("DELETE FROM failing");
  }
  expect(await readOutcomes()).toEqual([]);
  expect(await journal.depth()).toBe(ids.length);
  expect(await journal.suspects()).toEqual(new Map());
  expect(await drain()).toBe(0);
  expect(await readOutcomes()).toEqual(ids.map(() => "stored"));
});

test("an outage that one meets is held against nothing", async () => {
  for (const id of ["one", "bad", "two"]) await keep(id);
  for (const state of outages) {
    await failWith(state, "bad");
    expect(await drain({ rounds: 1 }), state).toBe(1);
    await pool.query("DELETE FROM failing");
  }
  expect(await journal.suspects()).toEqual(new Map());
  expect(await drain()).toBe(0);
  expect(await readOutcomes()).toEqual(["stored", "stored", "stored"]);
});

describe("a database", () => {
  const name = `lodger_${randomBytes(4).toString("hex")}`;
  const asLodger = (change: Partial<URL> = {}) =>
    Object.assign(new URL(database.url), { username: name, password: "lodger" }, change).href;

  beforeAll(async () => {
    await pool.query(`CREATE ROLE ${name} LOGIN PASSWORD 'lodger'`);
  });
  afterAll(() => pool.query(`DROP ROLE ${name}`));

  test.each([
    ["that is none (3D000)", "", { pathname: "/nowhere" }],
    ["whose password is another (28P01)", "", { password: "wrong" }],
    ["that lets nobody in (28000)", "NOLOGIN", {}],
    ["without a free connection (53300)", "CONNECTION LIMIT 0", {}],
    ["that gives no rights (42501)", "", {}],
    ["that is read-only (25006)", "SUPERUSER; ALTER ROLE $ SET default_transaction_read_only = on"],
    ["that nobody answers for (ECONNREFUSED)", "", { port: "1" }],
  ])("%s takes nothing, and nothing is held against an entry", async (fault, change, url = {}) => {
    await keep("one");
    if (change) await pool.query(`ALTER ROLE ${name} ${change.replace("$", name)}`);
    const lodger = new pg.Pool({ connectionString: asLodger(url) });
    const told = await lodger.query("CREATE TABLE t ()").catch((error) => error);
    expect(fault).toContain(told.code);
    expect(await drain({ to: lodger })).toBe(oftenEnough);
    await lodger.end();
    await pool.query(`ALTER ROLE ${name} LOGIN NOSUPERUSER CONNECTION LIMIT -1`);
    await pool.query(`ALTER ROLE ${name} RESET ALL`);
    expect(await journal.suspects()).toEqual(new Map());
    expect(await drain()).toBe(0);
    expect(await readOutcomes()).toEqual(["stored"]);
  });
});

const long = Array.from({ length: 1_200 }, (_, n) =>
  toPayload(`l${n}`, { summary: "-".repeat(500) }),
);

test("a long delivery is stored behind one that fails by the machine's hardship", async () => {
  const { deliveryId } = await journal.append(toNewEntry(long));
  await keep("bad");
  await failWith("53100", "bad");
  expect(await drain()).toBe(oftenEnough);
  const stored = await pool.query("SELECT id FROM delivery WHERE outcome = 'stored'");
  expect(stored.rows).toContainEqual({ id: deliveryId });
});

test("what the code itself stumbles over is set aside alone, and what came with it is stored", async () => {
  for (const id of ["one", "bad", "two"]) await keep(id);
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
