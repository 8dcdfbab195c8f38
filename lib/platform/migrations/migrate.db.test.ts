import { cp, mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import pg from "pg";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { createEmptyDatabase, type TestDatabase } from "../database/test-database";
import { migrate, readMigrations } from "./migrate";
import { applyWithEngine, diagnose, diffToSchema, openSchemaEngine } from "./write-migration";

const own = fileURLToPath(new URL("../../../prisma/migrations", import.meta.url));
let database: TestDatabase;
let folder: string;

beforeEach(async () => {
  database = await createEmptyDatabase();
  folder = await mkdtemp(join(tmpdir(), "earshot-migrations-"));
});

afterEach(async () => {
  await rm(folder, { recursive: true });
});

async function addMigration(name: string, sql: string): Promise<void> {
  await mkdir(join(folder, name), { recursive: true });
  await writeFile(join(folder, name, "migration.sql"), sql);
}

async function query(sql: string): Promise<unknown[]> {
  const client = new pg.Client({ connectionString: database.url });
  await client.connect();
  try {
    return (await client.query(sql)).rows;
  } finally {
    await client.end();
  }
}

test("a migration that fails leaves nothing of itself, and says why", async () => {
  await addMigration("1_good", "CREATE TABLE one (id int);");
  await addMigration("2_bad", "CREATE TABLE two (id int); CREATE TABLE one (id int);");
  await expect(migrate(database.url, folder)).rejects.toThrow(
    /2_bad failed: relation "one" already exists/,
  );
  expect(await query("SELECT to_regclass('two') AS two")).toEqual([{ two: null }]);
  expect(await query("SELECT migration_name FROM _prisma_migrations")).toHaveLength(1);

  await addMigration("2_bad", "CREATE TABLE two (id int);");
  expect(await migrate(database.url, folder)).toEqual(["2_bad"]);
});

test("a migration that was changed after it was applied is refused", async () => {
  await addMigration("1_first", "CREATE TABLE one (id int);");
  await migrate(database.url, folder);
  await addMigration("1_first", "CREATE TABLE one (id bigint);");
  await expect(migrate(database.url, folder)).rejects.toThrow(/1_first was changed/);
});

test("a database of a newer version is refused", async () => {
  await addMigration("1_first", "SELECT 1;");
  await addMigration("2_newer", "SELECT 1;");
  await migrate(database.url, folder);
  await rm(join(folder, "2_newer"), { recursive: true });
  await expect(migrate(database.url, folder)).rejects.toThrow(/2_newer, which this version/);
});

test("several that start at once apply each migration once", async () => {
  await addMigration("1_slow", "SELECT pg_sleep(0.2); CREATE TABLE one (id int);");
  const applied = await Promise.all([1, 2, 3, 4].map(() => migrate(database.url, folder)));
  expect(applied.flat()).toEqual(["1_slow"]);
});

test("a start with nothing new waits for no lock, whoever left one", async () => {
  await addMigration("1_first", "CREATE TABLE one (id int);");
  await migrate(database.url, folder);
  const other = new pg.Client({ connectionString: database.url });
  await other.connect();
  await other.query("SELECT pg_advisory_lock(72707369)");
  try {
    expect(await migrate(database.url, folder)).toEqual([]);
  } finally {
    await other.end();
  }
});

test("an index is made once, while others write and several start", async () => {
  await addMigration("1_first", "CREATE TABLE one (id int);");
  await migrate(database.url, folder);
  await addMigration("2_index", "-- For lists\nCREATE INDEX CONCURRENTLY one_id ON one (id);");
  const writer = new pg.Client({ connectionString: database.url });
  await writer.connect();
  await writer.query("BEGIN; INSERT INTO one VALUES (1)");
  const migrating = Promise.all([1, 2, 3].map(() => migrate(database.url, folder)));
  const waiting = `SELECT FROM pg_stat_activity WHERE query LIKE '%CREATE INDEX CONC%'
    AND wait_event_type = 'Lock' AND datname = current_database()`;
  await vi.waitFor(async () => expect(await query(waiting)).toHaveLength(1), { timeout: 10_000 });
  await query("SET lock_timeout = '1s'; INSERT INTO one VALUES (2)");
  await writer.query("COMMIT");
  await writer.end();
  expect((await migrating).flat()).toEqual(["2_index"]);
  expect(await query(validity)).toEqual([{ indisvalid: true }]);
});

test("an index that failed is made anew once its reason is gone", async () => {
  await addMigration("1_first", "CREATE TABLE one (id int); INSERT INTO one VALUES (1), (1);");
  await addMigration("2_index", "CREATE UNIQUE INDEX CONCURRENTLY one_id ON one (id);");
  await expect(migrate(database.url, folder)).rejects.toThrow(/2_index failed: could not create/);
  expect(await query(validity)).toEqual([{ indisvalid: false }]);
  await query("DELETE FROM one");
  expect(await migrate(database.url, folder)).toEqual(["2_index"]);
  expect(await query(validity)).toEqual([{ indisvalid: true }]);
});

test("an index may take longer than the database lets a statement take, or wait for a lock", async () => {
  await addMigration("1_first", "CREATE TABLE one (id int);");
  await migrate(database.url, folder);
  await addMigration("2_index", "CREATE INDEX CONCURRENTLY one_id ON one (id);");
  const writer = new pg.Client({ connectionString: database.url });
  await writer.connect();
  await writer.query("BEGIN; INSERT INTO one VALUES (1)");
  for (const limit of timeouts) {
    const { pathname } = new URL(database.url);
    await query(`ALTER DATABASE ${pathname.slice(1)} SET ${limit} = '300ms'`);
  }
  const migrating = migrate(database.url, folder);
  await sleep(1_500);
  await writer.query("COMMIT");
  await writer.end();
  expect(await migrating).toEqual(["2_index"]);
  expect(await query(validity)).toEqual([{ indisvalid: true }]);
});

const timeouts = ["statement_timeout", "lock_timeout", "idle_in_transaction_session_timeout"];

test("a migration that waits for a table lets others read it meanwhile", async () => {
  await addMigration("1_first", "CREATE TABLE one (id int);");
  await migrate(database.url, folder);
  await addMigration("2_column", "ALTER TABLE one ADD COLUMN said text;");
  const reader = new pg.Client({ connectionString: database.url });
  await reader.connect();
  await reader.query("BEGIN; SELECT FROM one");
  const migrating = migrate(database.url, folder);
  const waiting = `SELECT FROM pg_stat_activity WHERE query LIKE '%ALTER TABLE one%'
    AND wait_event_type = 'Lock' AND datname = current_database()`;
  await vi.waitFor(async () => expect(await query(waiting)).toHaveLength(1), { timeout: 10_000 });
  await query("SET statement_timeout = '10s'; SELECT FROM one");
  await reader.query("COMMIT");
  await reader.end();
  expect(await migrating).toEqual(["2_column"]);
});

const validity = "SELECT indisvalid FROM pg_index WHERE indexrelid = 'one_id'::regclass";

test("functions with semicolons in their bodies are run as they are", async () => {
  await addMigration(
    "1_function",
    "CREATE FUNCTION answer() RETURNS int LANGUAGE plpgsql AS $$ BEGIN RETURN 42; END; $$;",
  );
  await migrate(database.url, folder);
  expect(await query("SELECT answer()")).toEqual([{ answer: 42 }]);
});

test("the migrations make exactly what schema.prisma describes", async () => {
  await migrate(database.url, own);
  const { engine, close } = await openSchemaEngine(database.url);
  expect(await diffToSchema(engine)).toBe("-- This is an empty migration.");
  await close();
});

test("what Prisma can't express is named in schema.prisma, with its model", async () => {
  await migrate(database.url, own);
  const found = (await query(beyondPrisma)) as { table: string | null; name: string }[];
  expect(found.length).toBeGreaterThan(10);
  const schema = await readFile(join(own, "../schema.prisma"), "utf8");
  const models = new Map(
    schema
      .split(/\n\n(?=\/\/\/|model|enum)/)
      .map((text) => [/@@map\("(.*)"\)/.exec(text)?.[1], text]),
  );
  const missing = found.filter(({ table, name }) => {
    const text = table === null ? schema : (models.get(table) ?? "");
    return !text.toLowerCase().includes(name);
  });
  expect(missing).toEqual([]);
});

/** Indexes but for plain ones, checks, functions, partitioned tables and options of storage. */
const beyondPrisma = `
  SELECT indrelid::regclass::text AS table, indexrelid::regclass::text AS name FROM pg_index
    WHERE (indpred IS NOT NULL OR indexprs IS NOT NULL OR indnkeyatts < indnatts OR indnullsnotdistinct)
      AND indrelid IN (SELECT oid FROM pg_class WHERE relnamespace = 'public'::regnamespace)
  UNION ALL SELECT conrelid::regclass::text, conname FROM pg_constraint
    WHERE contype = 'c' AND connamespace = 'public'::regnamespace
  UNION ALL SELECT NULL, proname || '(' FROM pg_proc AS function
    WHERE pronamespace = 'public'::regnamespace
      AND NOT EXISTS (SELECT FROM pg_depend WHERE objid = function.oid AND deptype = 'e')
  UNION ALL SELECT relname, 'partitioned' FROM pg_class
    WHERE relnamespace = 'public'::regnamespace AND relkind = 'p'
  UNION ALL SELECT coalesce(indrelid::regclass::text, relname), split_part(option, '=', 1)
    FROM pg_class LEFT JOIN pg_index ON indexrelid = oid, unnest(reloptions) AS option
    WHERE relnamespace = 'public'::regnamespace`;

test("drift is noticed", async () => {
  await migrate(database.url, own);
  await query("ALTER TABLE recording DROP COLUMN summary");
  const { engine, close } = await openSchemaEngine(database.url);
  expect(await diffToSchema(engine)).toContain('ADD COLUMN     "summary"');
  await close();
});

test("Prisma's engine takes our history for its own", async () => {
  const applied = await migrate(database.url, own);
  const { engine, close } = await openSchemaEngine(database.url);
  expect(await diagnose(engine)).toEqual({
    editedMigrationNames: [],
    failedMigrationNames: [],
    hasMigrationsTable: true,
    history: null,
  });
  expect(await applyWithEngine(engine)).toEqual([]);
  expect(applied).toEqual((await readMigrations(own)).map(({ name }) => name));
  await close();
});

test("we take the engine's history for our own, and go on from it", async () => {
  const { engine, close } = await openSchemaEngine(database.url);
  expect(await applyWithEngine(engine)).not.toHaveLength(0);
  await close();
  expect(await migrate(database.url, own)).toEqual([]);
  await cp(own, folder, { recursive: true });
  await addMigration("99999999999999_next", "CREATE TABLE next_one (id int);");
  expect(await migrate(database.url, folder)).toEqual(["99999999999999_next"]);
});
