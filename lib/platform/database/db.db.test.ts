import pg from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { closeDatabase, db, intakePool, sessionPool } from "./db";
import { createTestDatabase, type TestDatabase } from "./test-database";
import { prismaOn } from "./transaction";

let database: TestDatabase;

beforeAll(async () => {
  database = await createTestDatabase();
  const pool = new pg.Pool({ connectionString: database.url });
  const { rows } = await pool.query<{ name: string }>("SELECT current_database() AS name");
  await pool.query(`ALTER DATABASE ${rows[0]?.name} SET TimeZone TO 'Europe/Berlin'`);
  await pool.query(`ALTER DATABASE ${rows[0]?.name} SET DateStyle TO 'SQL, DMY'`);
  await pool.end();
  Object.assign(process.env, { DATABASE_URL: database.url, EARSHOT_STATEMENT_TIMEOUT: "1" });
});
afterAll(async () => {
  await closeDatabase();
});

async function countSleeping(): Promise<number> {
  const { rows } = await intakePool().query<{ count: number }>(
    `SELECT count(*)::int AS count FROM pg_stat_activity
     WHERE query LIKE 'SELECT pg_sleep%' AND state = 'active' AND datname = current_database()`,
  );
  return rows[0]?.count ?? 0;
}

test("a statement that takes too long ends in the database, before the driver gives it up", async () => {
  const sleeping = sessionPool().query("SELECT pg_sleep(60)");
  await expect(sleeping).rejects.toMatchObject({ code: "57014" });
  expect(await countSleeping()).toBe(0);
  // The connection is as good as before.
  expect((await sessionPool().query("SELECT 1 AS one")).rows).toEqual([{ one: 1 }]);
});

test("so does one of a page", async () => {
  const [setting] = await db().$queryRaw<{ statement_timeout: string }[]>`SHOW statement_timeout`;
  expect(setting).toEqual({ statement_timeout: "14250ms" });
});

test("instants are the same in a database of another zone and another style of dates", async () => {
  const given = new Date("2026-07-01T12:34:56.789Z");
  for (const client of [db(), prismaOn(intakePool())]) {
    const [read] = await client.$queryRaw<object[]>`
      SELECT timestamptz '2026-07-01 14:34:56.789+02' AS written, ${given}::timestamptz AS given,
        (${given}::timestamptz = '2026-07-01 14:34:56.789+02') AS "isSame"`;
    expect(read).toEqual({ written: given, given, isSame: true });
  }
});

test("no statement is compiled, whatever the database says", async () => {
  for (const client of [db(), prismaOn(intakePool())]) {
    expect(await client.$queryRaw`SHOW jit`).toEqual([{ jit: "off" }]);
  }
});
