import pg from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { drainBatch } from "@/lib/intake/drain/drain-batch";
import { SequenceGenerator, toDeliveryId } from "@/lib/intake/journal/sequence";
import { toNewEntry, toPayload } from "@/lib/intake/journal/test-entry";
import { createTestDatabase, type TestDatabase } from "@/lib/platform/database/test-database";
import { verifyCounts } from "@/lib/recordings/totals/totals";
import { seedCalls } from "./seed-calls";

let database: TestDatabase;
let pool: pg.Pool;
const { signal } = new AbortController();
const now = new Date("2026-11-20T12:00:00Z");
const wish = { signal, now, say: () => undefined };

beforeAll(async () => {
  process.env.LOG_LEVEL = "silent";
  database = await createTestDatabase();
  pool = new pg.Pool({ connectionString: database.url });
  pool.on("error", () => undefined);
});
afterAll(async () => {
  await pool.end();
});

test("calls of the last months are stored as those that arrive, and as many more the next time", async () => {
  for (const calls of [700, 1_400]) {
    expect(await seedCalls(pool, 700, wish)).toBe(120);
    const { rows } = await pool.query(
      `SELECT count(*)::int AS calls, count(DISTINCT date_trunc('week', created_at))::int AS weeks,
              min(created_at) > '2026-07-22' AND max(created_at) < '2026-11-20 12:00Z' AS is_recent,
              (SELECT count(*)::int FROM delivery WHERE outcome = 'stored'
                 AND date_trunc('week', accepted_at) < '2026-10-01') > 100 AS arrived_then
       FROM recording`,
    );
    expect(rows).toEqual([{ calls, weeks: 18, is_recent: true, arrived_then: true }]);
  }
  expect(await verifyCounts(pool)).toEqual([]);
});

test("a database with calls of another origin is left alone", async () => {
  const acceptedSeq = new SequenceGenerator(1, 0n).next();
  const entry = { ...toNewEntry(toPayload("real")), acceptedSeq };
  await drainBatch(pool, [{ ...entry, deliveryId: toDeliveryId(acceptedSeq) }]);
  await expect(seedCalls(pool, 10, wish)).rejects.toThrow("calls that aren't from a seed");
});
