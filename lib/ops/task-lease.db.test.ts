import { randomUUID } from "node:crypto";
import pg from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createTestDatabase, type TestDatabase } from "@/lib/platform/database/test-database";
import { claimTask, finishTask } from "./task-lease";

let database: TestDatabase;
let pool: pg.Pool;

beforeAll(async () => {
  database = await createTestDatabase();
  pool = new pg.Pool({ connectionString: database.url, max: 2 });
});
afterAll(async () => {
  await pool.end();
  await database.drop();
});

test("a task rests once it is done, and not for as long as a clock was set back", async () => {
  const me = randomUUID();
  const claim = () => claimTask(pool, "retention", me, 3_600);
  const first = await claim();
  if (!first) throw new Error("nobody has it");
  await finishTask(pool, first, null);
  const finished = async (ahead: string) => {
    await pool.query("UPDATE upkeep SET finished_at = now() + $1::interval", [ahead]);
    const task = await claim();
    if (task) await finishTask(pool, task, null);
    return task !== undefined;
  };
  expect(await finished("0")).toBe(false);
  expect(await finished("-59 minutes")).toBe(false);
  expect(await finished("-61 minutes")).toBe(true);
  // A little ahead it rests a little longer.
  expect(await finished("59 minutes")).toBe(false);
  expect(await finished("61 minutes")).toBe(true);
  expect(await finished("3 years")).toBe(true);
  // And from then on as ever.
  expect(await claim()).toBeUndefined();
});
