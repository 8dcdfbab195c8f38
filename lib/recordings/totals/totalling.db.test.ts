import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { closeDatabase } from "@/lib/platform/database/db";
import { createTestDatabase, type TestDatabase } from "@/lib/platform/database/test-database";
import { storeAlone } from "../ledger/test-ledger";
import { toCallRecord } from "../record/test-record";
import { hurryTotals, startTotalling } from "./totals";

let database: TestDatabase;
let pool: pg.Pool;

beforeAll(async () => {
  database = await createTestDatabase();
  process.env.DATABASE_URL = database.url;
  pool = new pg.Pool({ connectionString: database.url, max: 2 });
});
afterAll(async () => {
  await pool.end();
  await closeDatabase();
});

/** Each in an hour of its own, so that each is a change of its own. */
async function store(from: number, to: number): Promise<void> {
  await storeAlone(
    pool,
    Array.from({ length: to - from }, (_, n) => ({
      record: toCallRecord(`call-${from + n}`, {
        createdAt: new Date(Date.UTC(2024, 0, 1, from + n)).toISOString(),
      }),
      acceptedSeq: BigInt(from + n + 1),
      acceptedAt: new Date(),
      payloadHash: null,
      deliveryId: "01a1f80b-3cda-7b58-800f-31b7db2ed6a0",
      position: 0,
    })),
  );
}

async function countWaiting(table = "rollup_change"): Promise<number> {
  const { rows } = await pool.query<{ waiting: number }>(
    `SELECT count(*)::int AS waiting FROM ${table}`,
  );
  return rows[0]?.waiting ?? 0;
}

const ofCustomers = () => countWaiting("customer_calls_change");

test("while more is being stored, one batch of each is added up and the others wait; then all are", async () => {
  await store(0, 4_000);
  await store(4_000, 8_000);
  const all = await countWaiting();
  expect([all, await ofCustomers()]).toEqual([8_000, 8_000]);
  hurryTotals({ hasMore: true });
  const worker = startTotalling();
  try {
    await expect.poll(ofCustomers).toBeLessThan(all);
    await expect.poll(() => countWaiting()).toBeLessThan(all);
    const left = await countWaiting();
    for (let time = 0; time < 4; time++) {
      hurryTotals({ hasMore: true });
      await sleep(500);
    }
    expect(await countWaiting()).toBe(left);
    expect(left).toBeGreaterThan(0);
    hurryTotals({ hasMore: false });
    await expect.poll(() => countWaiting()).toBe(0);
    await expect.poll(ofCustomers).toBe(0);
  } finally {
    await worker.stop();
  }
});
