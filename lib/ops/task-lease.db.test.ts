import { randomUUID } from "node:crypto";
import pg from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createTestDatabase, type TestDatabase } from "@/lib/platform/database/test-database";
import { prismaOn } from "@/lib/platform/database/transaction";
import { finishTask, LostLease } from "./lease-sql";
import { claimTask, holdTask } from "./task-lease";

let database: TestDatabase;
let pool: pg.Pool;

beforeAll(async () => {
  database = await createTestDatabase();
  pool = new pg.Pool({ connectionString: database.url, max: 2 });
});
afterAll(async () => {
  await pool.end();
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

test("whoever has a task when the clock is set back keeps it while it lives, and a minute longer", async () => {
  const [one, other] = [randomUUID(), randomUUID()];
  const until = async () => {
    const { rows } = await pool.query(
      "SELECT extract(epoch FROM claimed_until - now())::float8 AS seconds FROM upkeep WHERE task = 'audio-proof'",
    );
    return rows[0].seconds;
  };
  const setBackBy = (span: string) =>
    pool.query(
      "UPDATE upkeep SET claimed_until = claimed_until + $1::interval WHERE task = 'audio-proof'",
      [span],
    );
  const mine = await claimTask(pool, "audio-proof", one, 0);
  if (!mine) throw new Error("nobody has it");
  for (const span of ["10 minutes", "1 day", "1 year"]) {
    await setBackBy(span);
    expect(await claimTask(pool, "audio-proof", other, 0)).toBeUndefined();
    expect(await until()).toBeLessThan(61);
    await holdTask(prismaOn(pool), mine);
  }
  // It dies; a minute passes.
  await setBackBy("-61 seconds");
  expect(await claimTask(pool, "audio-proof", other, 0)).toBeDefined();
  await expect(holdTask(prismaOn(pool), mine)).rejects.toBeInstanceOf(LostLease);
});
