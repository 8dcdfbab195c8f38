import fc from "fast-check";
import pg from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { sqlStateOf, timeoutOf } from "../faults";
import { CopyQuery } from "./copy-query";
import { createTestDatabase, type TestDatabase } from "./test-database";
import {
  copyRows,
  inTransaction,
  pastPrisma,
  prismaOn,
  type Transaction,
  toList,
} from "./transaction";

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

test("lists are what is in them, whatever comes first", async () => {
  const texts = [null, "", "NULL", 'a "quoted" \\ one', "{1,2}", " \n,", "ü💬"];
  const dates = [null, new Date("2026-07-01T12:34:56.789Z")];
  const bytes = [null, Buffer.from([0, 1, 92, 255]), Buffer.alloc(0)];
  const numbers = [2n ** 63n - 1n, -1, null];
  const [row] = await prismaOn(pool).$queryRaw<object[]>`
    SELECT ${toList(texts)}::text[] AS texts, ${toList(dates)}::timestamptz[] AS dates,
      array_to_json(${toList(bytes)}::bytea[]) AS bytes, ${toList(numbers)}::bigint[]::text[] AS numbers,
      ${toList([true, false, null])}::boolean[] AS flags, ${toList([])}::int[] AS none`;
  expect(row).toEqual({
    texts,
    dates,
    bytes: [null, "\\x00015cff", "\\x"],
    numbers: ["9223372036854775807", "-1", null],
    flags: [true, false, null],
    none: [],
  });
});

test("past Prisma, rows are the same and faults are told", async () => {
  const given = [7, new Date("2026-07-01T12:34:56.789Z")] as const;
  const ask = (client: Transaction) => client.$queryRaw<object[]>`
    SELECT ${given[0]}::bigint AS big, ARRAY[1, NULL, 3]::bigint[] AS bigs, 1::int AS small,
      ${given[1]}::timestamptz AS at, date '2026-07-01' AS day, '{"a": [1]}'::jsonb AS json,
      convert_to('ab', 'UTF8') AS bytes, 1.5::float AS float, NULL::bigint AS nothing`;
  await inTransaction(pool, async (transaction) => {
    const swift = pastPrisma(transaction);
    expect(swift).not.toBe(transaction);
    const [[one], [other]] = [await ask(swift), await ask(transaction)];
    expect({ ...one, bytes: null }).toEqual({ ...other, bytes: null });
    await swift.$executeRaw`CREATE TABLE swift AS SELECT 1 AS one`;
    expect(await swift.$executeRaw`UPDATE swift SET one = ${2}`).toBe(1);
    expect(await transaction.$queryRaw`SELECT one FROM swift`).toEqual([{ one: 2 }]);
  });
  const refused = inTransaction(
    pool,
    (transaction) => pastPrisma(transaction).$queryRaw`SELECT 1 / 0`,
  );
  expect(sqlStateOf(await fail(refused))).toBe("22012");
  expect(pool.totalCount).toBe(pool.idleCount);
});

test("rows are copied as they are, whatever stands in them", async () => {
  await pool.query(`CREATE TABLE copied (
    id int PRIMARY KEY, text text, bytes bytea, big bigint, at timestamptz, flag boolean, list text[])`);
  const text = fc.oneof(fc.string(), fc.string({ unit: "binary" }), fc.constantFrom(...oddTexts));
  const stored = text.map((one) => one.replaceAll("\0", "").toWellFormed());
  const row = fc.record({
    text: fc.option(stored),
    bytes: fc.option(fc.uint8Array().map((bytes) => Buffer.from(bytes))),
    big: fc.option(fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n })),
    at: fc.date({ min: new Date("0001-01-01"), max: new Date("9999-12-31"), noInvalidDate: true }),
    flag: fc.option(fc.boolean()),
    list: fc.array(stored),
  });
  await fc.assert(
    fc.asyncProperty(fc.array(row), async (rows) => {
      await pool.query("TRUNCATE copied");
      await inTransaction(pool, (transaction) =>
        copyRows(
          pastPrisma(transaction),
          "copied",
          // In any order of their columns.
          rows.map((one, id) =>
            id % 2 === 0
              ? { id, ...one, list: toList(one.list) }
              : { list: toList(one.list), ...omitList(one), id },
          ),
        ),
      );
      const kept = await prismaOn(pool).$queryRaw`
        SELECT text, bytes, big, at, flag, list FROM copied ORDER BY id`;
      const asRead = ({ bytes, ...one }: (typeof rows)[number]) => ({
        ...one,
        bytes: bytes && Uint8Array.from(bytes),
      });
      expect(kept).toEqual(rows.map(asRead));
    }),
    { numRuns: 60 },
  );
});

function omitList<Row extends { list: unknown }>({ list: _, ...others }: Row) {
  return others;
}

const oddTexts = ["\\N", "\\.", "\\", "\t", "\r\n", "\\x00", "a\\tb", "\u2028", "{}", "NULL"];

test("rows that somebody else has just added are a race that is run again", async () => {
  await pool.query("CREATE TABLE raced (id int PRIMARY KEY)");
  let tries = 0;
  await inTransaction(pool, async (transaction) => {
    const there = await transaction.$queryRaw<unknown[]>`SELECT FROM raced`;
    tries += 1;
    if (tries === 1) await pool.query("INSERT INTO raced VALUES (1)");
    if (there.length === 0) await copyRows(transaction, "raced", [{ id: 1 }]);
  });
  expect(tries).toBe(2);
  const stubborn = inTransaction(pool, (transaction) =>
    copyRows(transaction, "raced", [{ id: 1 }]),
  );
  expect(sqlStateOf(await fail(stubborn))).toBe("23505");
});

test("rows that are refused, and a connection that breaks under them, are told; the pool is well", async () => {
  await pool.query("CREATE TABLE numbers (id int)");
  const rows = Array.from({ length: 100_000 }, (_, n) => ({ id: n === 3 ? "three" : n }));
  const refused = inTransaction(pool, (transaction) => copyRows(transaction, "numbers", rows));
  expect(sqlStateOf(await fail(refused))).toBe("22P02");
  expect(pool.totalCount).toBe(pool.idleCount);
  const cut = inTransaction(pool, async (transaction) => {
    const [row] = await transaction.$queryRaw<{ pid: number }[]>`SELECT pg_backend_pid() AS pid`;
    const ended = pool.query("SELECT pg_terminate_backend($1)", [row?.pid]);
    await Promise.all([ended, copyRows(transaction, "numbers", rows.slice(4))]);
    await transaction.$queryRaw`SELECT 1`;
  });
  expect(await fail(cut)).toBeInstanceOf(Error);
  expect((await Promise.all([1, 2].map(() => pool.query("SELECT 1")))).length).toBe(2);
  expect((await pool.query("SELECT FROM numbers")).rowCount).toBe(0);
});

test("what a copy holds whose rows were lost on the way is free again soon", async () => {
  await pool.query("CREATE TABLE held (id int PRIMARY KEY)");
  const add = () =>
    fail(inTransaction(pool, (transaction) => copyRows(transaction, "held", [{ id: 1 }])));
  const lose = async (application_name: string, id: number) => {
    const lost = new pg.Client({ connectionString: database.url, application_name });
    lost.on("error", () => undefined);
    await lost.connect();
    await lost.query(`BEGIN; SET LOCAL statement_timeout = 100; INSERT INTO held VALUES (${id})`);
    lost.query(new LostCopy("held", [{ id: 0 }], () => undefined));
    return lost;
  };
  const [own, others] = await Promise.all([lose("", 1), lose("somebody else's", 2)]);
  expect(sqlStateOf(await add())).toBe("55P03");
  await expect.poll(add, { timeout: 10_000 }).toBeUndefined();
  const left = await pool.query(
    "SELECT FROM pg_stat_activity WHERE query LIKE 'COPY held%' AND state = 'active'",
  );
  expect(left.rowCount).toBe(1);
  for (const lost of [own, others]) await lost.end();
});

/** Nobody gives the database the rows it asks for. */
class LostCopy extends CopyQuery {
  override handleCopyInResponse(): void {}
}
