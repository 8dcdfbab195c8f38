import pg from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { inBackground } from "../process/background";
import { closeDatabase, db, exportPool, intakePool, pagePool, sessionPool, transact } from "./db";
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

test("even an export ends, though its reader sets how long it takes", async () => {
  const { rows } = await exportPool().query("SHOW statement_timeout");
  expect(rows).toEqual([{ statement_timeout: "2h" }]);
});

test("what goes on in the background takes no connection of the pages", async () => {
  const name = async () => {
    const [row] = await db().$queryRaw<object[]>`SHOW application_name`;
    return row;
  };
  const later = () => new Promise<void>((resolve) => setTimeout(resolve));
  expect(await name()).toEqual({ application_name: "earshot pages" });
  const inLoop = async () => {
    await later();
    return Promise.all([name(), transact(async () => name())]);
  };
  const loops = { application_name: "earshot loops" };
  expect(await inBackground(inLoop)).toEqual([loops, loops]);
  expect(await name()).toEqual({ application_name: "earshot pages" });

  const busy = await Promise.all(Array.from({ length: 10 }, () => pagePool().connect()));
  try {
    expect(await inBackground(name)).toEqual(loops);
  } finally {
    for (const client of busy) client.release();
  }
});

test("a transaction of a page sees what is committed, commits durably, and is tried again", async () => {
  let tries = 0;
  const settings = await transact(async (transaction) => {
    tries++;
    const [row] = await transaction.$queryRaw<object[]>`
      SELECT current_setting('transaction_isolation') AS isolation,
        current_setting('synchronous_commit') AS durability`;
    if (tries < 3) {
      await transaction.$executeRaw`DO $$ BEGIN RAISE EXCEPTION USING ERRCODE = '40P01'; END $$`;
    }
    return row;
  });
  expect(tries).toBe(3);
  expect(settings).toEqual({ isolation: "read committed", durability: "on" });
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
