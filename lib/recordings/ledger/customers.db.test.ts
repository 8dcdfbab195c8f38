import pg from "pg";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { createTestDatabase, type TestDatabase } from "@/lib/platform/database/test-database";
import { inTransaction, type Transaction } from "@/lib/platform/database/transaction";
import type { ArrivedRecord } from "../record/call-record";
import { toCallRecord } from "../record/test-record";
import { correctRecords, storeRecords } from "./ledger";

let database: TestDatabase;
let pool: pg.Pool;

beforeAll(async () => {
  database = await createTestDatabase();
  pool = new pg.Pool({ connectionString: database.url });
  pool.on("error", () => undefined);
});
afterAll(async () => {
  await pool.end();
});
beforeEach(() =>
  pool.query(
    "TRUNCATE recording, recording_version, recording_delivery, recording_newest, customer",
  ),
);

function arrive(id: string, seq: number, customerId: string, minute = 0): ArrivedRecord {
  return {
    record: toCallRecord(id, { customerId, customerFirstName: `of ${id}` }),
    acceptedSeq: BigInt(seq),
    position: 0,
    acceptedAt: new Date(Date.UTC(2026, 10, 20, 0, minute)),
    deliveryId: `01a1f80b-3cda-7b58-800f-${String(seq).padStart(12, "0")}`,
    payloadHash: null,
  };
}

const store = (...arrived: ArrivedRecord[]) =>
  inTransaction(pool, (client) => storeRecords(client, arrived));

/** Works on what was there before `meanwhile` was done, at the first attempt. */
async function workBeside(
  work: (client: Transaction) => Promise<unknown>,
  meanwhile: () => Promise<unknown>,
): Promise<void> {
  let attempts = 0;
  await inTransaction(pool, async (client) => {
    await client.$queryRaw`SELECT FROM customer`;
    if (attempts++ === 0) await meanwhile();
    await work(client);
  });
}

async function readCustomers(): Promise<unknown[]> {
  const { rows } = await pool.query(
    `SELECT id, first_name AS name, extract(minute FROM first_seen_at)::int AS minute
     FROM customer ORDER BY id`,
  );
  return rows;
}

test("of two batches that don't see each other, the earlier mention is the first", async () => {
  for (const [one, other] of [
    [3, 5],
    [5, 3],
  ] as const) {
    await pool.query(
      "TRUNCATE recording, recording_version, recording_delivery, recording_newest, customer",
    );
    await store(arrive("newest", 20, "c1", 20));
    await workBeside(
      (client) => storeRecords(client, [arrive("one", one, "c1", one)]),
      () => store(arrive("other", other, "c1", other)),
    );
    expect(await readCustomers()).toEqual([{ id: "c1", name: "of newest", minute: 3 }]);
  }
});

test("a customer whom somebody else has just named stays, as that says", async () => {
  await store(arrive("misread", 20, "c1"), arrive("other", 30, "c3"));
  await workBeside(
    (client) => correctRecords(client, [arrive("misread", 20, "c2")]),
    () => store(arrive("other", 10, "c1")),
  );
  expect(await readCustomers()).toEqual([
    { id: "c1", name: "of other", minute: 0 },
    { id: "c2", name: "of misread", minute: 0 },
    { id: "c3", name: "of other", minute: 0 },
  ]);
});
