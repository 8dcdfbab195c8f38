import pg from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createTestDatabase, type TestDatabase } from "@/lib/platform/database/test-database";
import { newMergeStep } from "./ledger";

let database: TestDatabase;
let pool: pg.Pool;

beforeAll(async () => {
  database = await createTestDatabase();
  pool = new pg.Pool({ connectionString: database.url, max: 1 });
});
afterAll(() => pool.end());

test("what searches would read one by one is merged once there is enough of it", async () => {
  const step = newMergeStep(1_000);
  await write(1, 100);
  // What was there before is unknown.
  await step(pool);
  expect(await countPending()).toBe(0);
  await write(101, 500);
  await step(pool);
  expect(await countPending()).toBeGreaterThan(0);
  await write(501, 1_050);
  await step(pool);
  expect(await countPending()).toBeGreaterThan(0);
  await write(1_051, 1_600);
  await step(pool);
  expect(await countPending()).toBe(0);
  const { rows } = await pool.query(
    "SELECT count(*)::int AS count FROM transcript_search WHERE search_text LIKE '%mango%'",
  );
  expect(rows).toEqual([{ count: 1_600 }]);
});

test("while many are written they are left to be merged together, once fewer come", async () => {
  const step = newMergeStep(100, 1_000);
  await step(pool);
  await write(2_001, 3_500);
  await step(pool);
  expect(await countPending()).toBeGreaterThan(0);
  await write(3_501, 5_500);
  await step(pool);
  await write(5_501, 5_510);
  await step(pool);
  expect(await countPending()).toBe(0);
});

test("a role that owns nothing merges it, too", async () => {
  await write(6_001, 6_200);
  const role = `stranger_${process.pid}`;
  await pool.query(`CREATE ROLE ${role}`);
  await asRole(role, async () => {
    await expect(countPending()).rejects.toThrow("must be owner");
    await newMergeStep(1)(pool);
  });
  expect(await countPending()).toBe(0);
  await pool.query(`DROP ROLE ${role}`);
});

/** On the one connection of the pool. */
async function asRole(role: string, work: () => Promise<void>): Promise<void> {
  await pool.query(`SET ROLE ${role}`);
  try {
    await work();
  } finally {
    await pool.query("RESET ROLE");
  }
}

async function write(from: number, to: number): Promise<void> {
  await pool.query(
    `INSERT INTO transcript_search
     SELECT 'rec-' || n, now(), 'a mango', '{}' FROM generate_series($1::int, $2::int) AS n`,
    [from, to],
  );
  await pool.query("SELECT pg_stat_force_next_flush()");
}

/** Pages that wait, which are merged by this. */
async function countPending(): Promise<number> {
  const { rows } = await pool.query(
    "SELECT gin_clean_pending_list('transcript_search_text_idx')::int AS pages",
  );
  return rows[0].pages;
}
