import pg from "pg";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { closeDatabase } from "@/lib/platform/database/db";
import { createTestDatabase, type TestDatabase } from "@/lib/platform/database/test-database";
import { storeAlone } from "../ledger/test-ledger";
import type { CallRecord } from "../record/call-record";
import { toCallRecord } from "../record/test-record";
import { foldCustomerCalls } from "./changes";
import { addUpAll, emptyLedger, removeCall } from "./test-totals";
import { countAnew, keepZone, startTotalling, totalsAddedUp, verifyCounts } from "./totals";

let database: TestDatabase;
let pool: pg.Pool;
let seq = 1_000_000n;

beforeAll(async () => {
  database = await createTestDatabase();
  process.env.DATABASE_URL = database.url;
  pool = new pg.Pool({ connectionString: database.url, max: 2 });
});
afterAll(async () => {
  await pool.end();
  await closeDatabase();
});
beforeEach(() => emptyLedger(pool));

/** Calls in each hour, the last of which is the newest. @param customer whose the n-th is, in SQL */
async function fill(calls: number, customer = "'shared'"): Promise<void> {
  await pool.query(
    `INSERT INTO recording (id, call_sid, recording_attachment, summary, created_at, status,
       customer_id, customer_first_name, customer_last_name, customer_phone_number, customer_gender,
       customer_is_confirmed, customer_is_phone_number_correct, search_text, phone_digits,
       accepted_seq, first_seq, content_hash, received_at, changed_at)
     SELECT 'rec-' || n, 'CA', 'https://files.example.com/a.mp3', '',
       '2020-01-01Z'::timestamptz + n * interval '1 hour', 'completed', ${customer}, 'Noor', 'Haddad', '',
       'female', true, true, '', '', n, n, sha256(n::text::bytea), now(), now()
     FROM generate_series(1, $1::int) AS n`,
    [calls],
  );
  await pool.query(
    `INSERT INTO customer (id, first_name, last_name, phone_number, gender, is_confirmed,
       is_phone_number_correct, accepted_seq, first_seen_at, changed_at, sort_name, search_text,
       phone_digits, phone_end)
     VALUES ('shared', 'Noor', 'Haddad', '', 'female', true, true, 1, now(), now(), '', '', '', '')`,
  );
  await pool.query("ANALYZE recording");
  await countAnew(pool);
  await addUpAll(pool);
}

function storeCall(n: number, changes: Partial<CallRecord> = {}) {
  return storeAlone(pool, [
    {
      record: toCallRecord(`rec-${n}`, {
        createdAt: new Date(Date.UTC(2020, 0, 1, n)).toISOString(),
        customerId: "shared",
        customerPhoneNumber: "",
        customerEmail: null,
        ...changes,
      }),
      acceptedSeq: ++seq,
      acceptedAt: new Date(),
      position: 0,
      deliveryId: "01a1f80b-3cda-7b58-800f-31b7db2ed6a0",
      payloadHash: null,
    },
  ]);
}

async function readWaiting(): Promise<(string | null)[]> {
  const { rows } = await pool.query<{ id: string | null }>(
    "SELECT recording_id AS id FROM customer_calls_change ORDER BY recording_id",
  );
  return rows.map(({ id }) => id);
}

async function isContradictory(): Promise<boolean> {
  const { rows } = await pool.query("SELECT is_contradictory FROM customer_calls");
  return rows[0]?.is_contradictory;
}

test("a customer of very many calls is told anew in slices, whatever changes meanwhile", async () => {
  await fill(50_000);
  await storeCall(7, { customerFirstName: "Another" });
  expect(await foldCustomerCalls(pool)).toBe(false);
  expect(await readWaiting()).toEqual(["rec-30001"]);
  await foldCustomerCalls(pool);
  expect(await isContradictory()).toBe(false);
  await foldCustomerCalls(pool);
  expect([await readWaiting(), await isContradictory()]).toEqual([[], true]);

  await storeCall(7);
  await storeCall(40_000, { customerEmail: "noor@example.com" });
  await foldCustomerCalls(pool);
  // What changes behind the slice, and that where it ended, wait until it has come to its end.
  await storeCall(40_000);
  await storeCall(50_001, { customerGender: "male" });
  await foldCustomerCalls(pool);
  expect(await readWaiting()).toEqual(["rec-10001", null]);
  await removeCall(pool, "rec-10001");
  expect(await verifyCounts(pool)).toEqual([]);
  let folds = 0;
  for (; (await readWaiting()).length > 0; folds++) await foldCustomerCalls(pool);
  expect(folds).toBeLessThan(8);
  expect(await isContradictory()).toBe(true);
  expect(await verifyCounts(pool)).toEqual([]);
});

test("customers of many calls take turns, and hold up none of few", async () => {
  await fill(
    42_100,
    "CASE WHEN n > 42000 THEN 'of few' WHEN n % 2 = 0 THEN 'other' ELSE 'shared' END",
  );
  await storeCall(3, { customerFirstName: "Another" });
  await storeCall(4, { customerFirstName: "Another", customerId: "other" });
  await storeCall(42_001, { customerFirstName: "Another", customerId: "of few" });
  await foldCustomerCalls(pool);
  expect(await readWaiting()).toEqual(["rec-2001", null]);
  expect(await verifyCounts(pool)).toEqual([]);
  for (let folds = 0; (await readWaiting()).length > 0; folds++) {
    expect(folds).toBeLessThan(8);
    await foldCustomerCalls(pool);
  }
  expect(await verifyCounts(pool)).toEqual([]);
});

test("what can't be added up of customers holds up no counts and no zones, and is told", async () => {
  await storeCall(1);
  await addUpAll(pool);
  await pool.query("ALTER TABLE customer_calls ADD CONSTRAINT broken CHECK (calls < 2)");
  await storeCall(2);
  await keepZone(pool, "Asia/Kathmandu");
  const told: number[] = [];
  const unsubscribe = totalsAddedUp.subscribe((atMs) => told.push(atMs));
  const worker = startTotalling();
  try {
    const isEverywhere = async () =>
      (await pool.query("SELECT FROM rollup_zone WHERE filled_to < 'infinity'")).rowCount === 0 &&
      (await pool.query("SELECT FROM rollup_change")).rowCount === 0;
    await expect.poll(isEverywhere).toBe(true);
    expect([await readWaiting(), told]).toEqual([["rec-2"], []]);
    await pool.query("ALTER TABLE customer_calls DROP CONSTRAINT broken");
    await expect.poll(readWaiting).toEqual([]);
    await expect.poll(() => told.length).toBeGreaterThan(0);
  } finally {
    unsubscribe();
    await worker.stop();
  }
  expect(await verifyCounts(pool)).toEqual([]);
});
