import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { Prisma } from "@/prisma/client/client";
import { closeDatabase, queryWith } from "./db";
import { createTestDatabase, type TestDatabase } from "./test-database";

let database: TestDatabase;
let observer: pg.Client;

beforeAll(async () => {
  database = await createTestDatabase();
  process.env.DATABASE_URL = database.url;
  observer = new pg.Client({ connectionString: database.url });
  await observer.connect();
});

afterAll(async () => {
  await observer.end();
  await closeDatabase();
});

const nap = Prisma.sql`SELECT pg_sleep(20)::text AS slept`;

async function countNaps(): Promise<number> {
  const { rows } = await observer.query<{ naps: number }>(
    `SELECT count(*)::int AS naps FROM pg_stat_activity
     WHERE state = 'active' AND query LIKE '%pg_sleep(20)%' AND pid <> pg_backend_pid()`,
  );
  return rows[0]?.naps ?? 0;
}

test("settings hold for one query and no longer", async () => {
  const show = Prisma.sql`SELECT current_setting('work_mem') AS value`;
  expect(await queryWith(show, { settings: { work_mem: "3MB" } })).toEqual([{ value: "3MB" }]);
  expect(await queryWith(show, { settings: {} })).not.toEqual([{ value: "3MB" }]);
});

test("the database gives up when the driver does", async () => {
  const show = Prisma.sql`SELECT current_setting('statement_timeout') AS value`;
  expect(await queryWith(show, {})).toEqual([{ value: "15s" }]);
});

test("a query that nobody waits for ends in the database, and leaves its connection fit", async () => {
  const leaving = new AbortController();
  const naps = Array.from({ length: 3 }, () => queryWith(nap, { signal: leaving.signal }));
  await expect.poll(countNaps).toBe(3);
  const began = performance.now();
  leaving.abort();
  for (const one of await Promise.allSettled(naps)) expect(one.status).toBe("rejected");
  expect(performance.now() - began).toBeLessThan(5_000);
  expect(await countNaps()).toBe(0);
  const { signal } = new AbortController();
  expect(await queryWith(Prisma.sql`SELECT 1 AS one`, { signal })).toEqual([{ one: 1 }]);
});

test("one that still waits for a connection is ended once it has one", async () => {
  // As many as there are connections.
  const crowd = new AbortController();
  const others = Array.from({ length: 10 }, () => queryWith(nap, { signal: crowd.signal }));
  others.map((other) => other.catch(() => undefined));
  await expect.poll(countNaps).toBe(10);
  const leaving = new AbortController();
  const waiting = queryWith(nap, { signal: leaving.signal });
  waiting.catch(() => undefined);
  await sleep(100);
  leaving.abort();
  crowd.abort();
  await expect(waiting).rejects.toThrow();
  await expect.poll(countNaps).toBe(0);
});

test("a query that nobody has waited for from the start is not begun", async () => {
  await expect(queryWith(nap, { signal: AbortSignal.abort() })).rejects.toThrow(/abort/i);
  expect(await countNaps()).toBe(0);
});
