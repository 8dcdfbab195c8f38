import pg from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { sqlStateOf, timeoutOf } from "./database-fault";
import { createTestDatabase, type TestDatabase } from "./test-database";
import { inTransaction, prismaOn } from "./transaction";

let database: TestDatabase;
let pool: pg.Pool;

beforeAll(async () => {
  database = await createTestDatabase();
  pool = new pg.Pool({ connectionString: database.url, max: 2, query_timeout: 1_000 });
  pool.on("error", () => undefined);
  await pool.query("CREATE TABLE counter AS SELECT 0 AS count");
});
afterAll(async () => {
  await pool.end();
  await database.drop();
});

const fail = (work: Promise<unknown>) =>
  work.then(
    () => undefined,
    (error: unknown) => error,
  );

test("what the database says of a statement, a commit or a connection has its SQLSTATE", async () => {
  const divide = (client: Pick<ReturnType<typeof prismaOn>, "$queryRaw">) =>
    client.$queryRaw`SELECT 1 / 0`;
  expect(sqlStateOf(await fail(divide(prismaOn(pool))))).toBe("22012");
  expect(sqlStateOf(await fail(inTransaction(pool, divide)))).toBe("22012");
  await pool.query("CREATE TABLE late (id int UNIQUE DEFERRABLE INITIALLY DEFERRED)");
  const twice = inTransaction(
    pool,
    (transaction) => transaction.$executeRaw`INSERT INTO late VALUES (1), (1)`,
  );
  expect(await fail(twice)).toMatchObject({
    cause: { code: "23505" },
    message: 'duplicate key value violates unique constraint "late_id_key"',
  });
  const nobodys = Object.assign(new URL(database.url), { password: "wrong" }).href;
  const refused = new pg.Pool({ connectionString: nobodys });
  expect(sqlStateOf(await fail(divide(prismaOn(refused))))).toBe("28P01");
  expect(sqlStateOf(await fail(inTransaction(refused, divide)))).toBe("28P01");
  await refused.end();
});

test("transactions that meet are run again until each has had its turn", async () => {
  const wide = new pg.Pool({ connectionString: database.url, max: 4 });
  const add = () =>
    inTransaction(wide, async (transaction) => {
      const [row] = await transaction.$queryRaw<{ count: number }[]>`SELECT count FROM counter`;
      await transaction.$executeRaw`UPDATE counter SET count = ${(row?.count ?? 0) + 1}`;
    });
  await Promise.all(Array.from({ length: 4 }, add));
  expect((await pool.query("SELECT count FROM counter")).rows).toEqual([{ count: 4 }]);
  await wide.end();
});

test("it is durable, bounded, and on one snapshot", async () => {
  const settings = await inTransaction(pool, (transaction) => {
    return transaction.$queryRaw`
      SELECT current_setting('transaction_isolation') AS isolation,
        current_setting('synchronous_commit') AS durable,
        current_setting('statement_timeout') AS statement, current_setting('lock_timeout') AS lock`;
  });
  expect(settings).toEqual([
    { isolation: "repeatable read", durable: "on", statement: "900ms", lock: "700ms" },
  ]);
});

test("a statement that takes too long is ended, and its connection is as good as before", async () => {
  const slow = inTransaction(
    pool,
    (transaction) => transaction.$queryRaw`SELECT pg_sleep(60)::text`,
  );
  expect(timeoutOf(await fail(slow))).toBe("statement");
  expect(pool.totalCount).toBe(pool.idleCount);
  expect((await pool.query("SELECT 1 AS one")).rows).toEqual([{ one: 1 }]);
});

test("a connection that breaks, or doesn't answer, leaves the pool at once", async () => {
  const killed = inTransaction(pool, async (transaction) => {
    const [row] = await transaction.$queryRaw<{ pid: number }[]>`SELECT pg_backend_pid() AS pid`;
    await pool.query("SELECT pg_terminate_backend($1)", [row?.pid]);
    await transaction.$queryRaw`SELECT 1`;
  });
  expect(await fail(killed)).toBeInstanceOf(Error);
  const beganMs = performance.now();
  const silent = inTransaction(pool, async (transaction) => {
    await transaction.$executeRaw`SET LOCAL statement_timeout = 0`;
    await transaction.$queryRaw`SELECT pg_sleep(60)::text`;
  });
  expect(timeoutOf(await fail(silent))).toBe("statement");
  expect(performance.now() - beganMs).toBeLessThan(1_900);
  expect(pool.totalCount).toBe(pool.idleCount);
  expect((await Promise.all([1, 2].map(() => pool.query("SELECT 1")))).length).toBe(2);
});
