import pg from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createTestDatabase, type TestDatabase } from "@/lib/platform/database/test-database";
import { newMarksStep } from "./start-worker";

let database: TestDatabase;
let pool: pg.Pool;
const me = "01a1f80b-3cda-7b58-800f-31b7db2ed6a0";
const other = "01a1f80b-3cda-7b58-800f-31b7db2ed6a1";

beforeAll(async () => {
  database = await createTestDatabase();
  pool = new pg.Pool({ connectionString: database.url, max: 2 });
});

afterAll(async () => {
  await pool.end();
});

test("marks of calls that are gone go slice by slice, and the next time where it was", async () => {
  await pool.query(`
    INSERT INTO call_mark (recording_id, mark, created_at)
    SELECT 'gone' || lpad(n::text, 5, '0'), 'tag:one', now() FROM generate_series(1, 500) AS n`);
  const left = async () => {
    const { rows } = await pool.query("SELECT count(*)::int AS count FROM call_mark");
    return rows[0].count;
  };
  const isDone = async () => {
    const { rows } = await pool.query(
      "SELECT finished_at IS NOT NULL AS is_done FROM upkeep WHERE task = 'mend-marks'",
    );
    return rows[0].is_done;
  };
  const [step, beside] = [newMarksStep(me, 0), newMarksStep(other, 0)];
  for (const [count, isOver] of [
    [300, false],
    [100, false],
    [0, true],
  ] as const) {
    await step(pool);
    // Nobody else begins while it is under way.
    await beside(pool);
    expect([await left(), await isDone()]).toEqual([count, isOver]);
  }
  await pool.query("INSERT INTO call_mark VALUES ('gone', 'tag:one', now())");
  await step(pool);
  expect(await left()).toBe(1);
  await pool.query("UPDATE upkeep SET finished_at = now() - interval '25 hours'");
  await step(pool);
  expect(await left()).toBe(0);
});
