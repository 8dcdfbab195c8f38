import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { createTestDatabase, type TestDatabase } from "@/lib/platform/database/test-database";
import type { JournalEntry } from "../journal/journal";
import { SequenceGenerator, toDeliveryId } from "../journal/sequence";
import { toNewEntry, toPayload } from "../journal/test-entry";
import { drainBatch } from "./drain-batch";

let database: TestDatabase;
let pool: pg.Pool;
const clock = new SequenceGenerator(7, 0n);
/** So many are stored at first, and all others the next time. */
const fewest = 250;
const count = 600;

beforeAll(async () => {
  database = await createTestDatabase();
  pool = new pg.Pool({ connectionString: database.url });
  pool.on("error", () => undefined);
});

afterAll(async () => {
  await pool.end();
});

beforeEach(async () => {
  await pool.query("TRUNCATE delivery, delivery_body, recording, recording_delivery, customer");
});

function accept(id: string, customerId = `of ${id}`): JournalEntry {
  const acceptedSeq = clock.next();
  const payload = toPayload(id);
  payload.customer.details.id = customerId;
  return { ...toNewEntry(payload), acceptedSeq, deliveryId: toDeliveryId(acceptedSeq) };
}

/**
 * Drains them while nobody can note that a recording came again, as the first does; tells what was stored
 * after half a second, and after two and a half.
 */
async function drainBehindALock(toEntry: (n: number) => JournalEntry) {
  await drainBatch(pool, [toEntry(0)]);
  const entries = Array.from({ length: count }, (_, n) => toEntry(n));
  const holder = await pool.connect();
  const settled: number[] = [];
  try {
    await holder.query("BEGIN");
    await holder.query("LOCK TABLE recording_newest IN SHARE MODE");
    const draining = drainBatch(pool, entries, {
      settle: async (some) => void settled.push(some.length),
    });
    const stored = [];
    for (const pauseMs of [500, 2_000]) {
      await sleep(pauseMs);
      const { rows } = await pool.query("SELECT count(*)::int AS stored FROM delivery");
      stored.push(rows[0]?.stored);
    }
    const meanwhile = { stored, settled: [...settled] };
    await holder.query("ROLLBACK");
    await draining;
    return { meanwhile, settled };
  } finally {
    await holder.query("ROLLBACK").catch(() => undefined);
    holder.release();
  }
}

test("what has nothing to do with those before is stored while they wait for long, and settled after them", async () => {
  const { meanwhile, settled } = await drainBehindALock((n) => accept(`r${n}`));
  expect(meanwhile).toEqual({ stored: [1, 1 + count - fewest], settled: [] });
  expect(settled).toEqual([fewest, count - fewest]);
});

test.each([
  ["a recording", (n: number) => accept(n === count - 1 ? "r0" : `r${n}`)],
  ["a customer", (n: number) => accept(`r${n}`, n % (count - 1) === 0 ? "the same" : undefined)],
])("what tells of %s of theirs waits for them", async (_, toEntry) => {
  const { meanwhile, settled } = await drainBehindALock(toEntry);
  expect(meanwhile).toEqual({ stored: [1, 1], settled: [] });
  expect(settled).toEqual([fewest, count - fewest]);
});
