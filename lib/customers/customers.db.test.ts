import fc from "fast-check";
import pg from "pg";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { closeDatabase } from "@/lib/platform/database/db";
import { createTestDatabase, type TestDatabase } from "@/lib/platform/database/test-database";
import { inTransaction } from "@/lib/platform/database/transaction";
import { findContradictions } from "@/lib/recordings/detail/customer";
import { correctRecords, storeRecords } from "@/lib/recordings/ledger/ledger";
import type { CallRecord } from "@/lib/recordings/record/call-record";
import { toCallRecord } from "@/lib/recordings/record/test-record";
import { addUpAll, removeCall } from "@/lib/recordings/totals/test-totals";

let database: TestDatabase;
let pool: pg.Pool;

beforeAll(async () => {
  database = await createTestDatabase();
  process.env.DATABASE_URL = database.url;
  pool = new pg.Pool({ connectionString: database.url, max: 6 });
});
afterAll(async () => {
  await pool.end();
  await closeDatabase();
});

const deliveryId = "01a1f80b-3cda-7b58-800f-31b7db2ed6a0";
const people = ["ada", "bo", "cy"];

const record = fc
  .record({
    id: fc.nat({ max: 12 }),
    customerId: fc.constantFrom(...people),
    customerFirstName: fc.constantFrom("Noor", "noor", "Nora", ""),
    customerPhoneNumber: fc.constantFrom("+1 212 555 0142", "(212) 555-0142", "+12025550147", ""),
    customerGender: fc.constantFrom("female", "Female", "male", ""),
    customerEmail: fc.constantFrom("noor@example.com", "NOOR@example.com", null),
    customerIsPhoneNumberCorrect: fc.boolean(),
    status: fc.constantFrom("completed", "in progress"),
    createdAt: fc.integer({ min: 0, max: 9 }).map((minute) => `2026-11-20T10:0${minute}:00Z`),
  })
  .map(({ id, ...changes }) => toCallRecord(`call-${id}`, { customerLastName: "", ...changes }));

type Sent = { record: CallRecord; seq: number };
type Step =
  | { kind: "store"; sent: Sent[] }
  | { kind: "read again"; sent: Sent[] }
  | { kind: "delete"; id: string };

/**
 * Few sequences, so that repeats, late arrivals and corrected readings of one delivery occur. A delivery
 * names a call once in one place.
 */
const sent = fc.uniqueArray(fc.record({ record, seq: fc.integer({ min: 1, max: 30 }) }), {
  selector: ({ record, seq }) => `${record.id} ${seq}`,
  minLength: 1,
  maxLength: 6,
});
const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 5, arbitrary: sent.map((sent): Step => ({ kind: "store", sent })) },
  { weight: 3, arbitrary: sent.map((sent): Step => ({ kind: "read again", sent })) },
  {
    weight: 1,
    arbitrary: fc.nat({ max: 12 }).map((n): Step => ({ kind: "delete", id: `call-${n}` })),
  },
);

describe("what is kept of a customer's calls", () => {
  test("is what the calls are, after repeats, moves, corrections and deletions", async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 14 }), async (steps) => {
        for (const one of steps) {
          await carryOut(one);
          await expectExact();
        }
      }),
      { numRuns: 40 },
    );
  });

  test("a call that a newer body gives to somebody else is theirs", async () => {
    await store([{ record: toCallRecord("moved", { customerId: "first" }), seq: 100 }]);
    await store([{ record: toCallRecord("moved", { customerId: "second" }), seq: 101 }]);
    await addUpAll(pool);
    expect(await readKept(["first", "second"])).toMatchObject([
      { customer_id: "first", calls: 0, last_call_id: "" },
      { customer_id: "second", calls: 1, last_call_id: "moved" },
    ]);
  });

  test("while writers get in each other's way", async () => {
    const writer = async (n: number) => {
      for (let round = 0; round < 15; round++) {
        const ids = Array.from({ length: 6 }, (_, index) => `busy-${n}-${round}-${index}`);
        const sent = ids.map((id, index) => ({
          record: toCallRecord(id, { customerId: `shared-${(n * round + index) % 3}` }),
          seq: 1_000 + n * 1_000 + round * 10 + index,
        }));
        // Whoever lost too often comes again, as the drain does.
        await vi.waitFor(() => store(sent), 10_000);
      }
    };
    await Promise.all([0, 1, 2].map(writer));
    await addUpAll(pool);
    const rows = await readKept(["shared-0", "shared-1", "shared-2"]);
    expect(rows.reduce((sum, { calls }) => sum + calls, 0)).toBe(3 * 15 * 6);
    await expectExact();
  });
});

async function carryOut(one: Step): Promise<void> {
  if (one.kind === "store") return store(one.sent);
  if (one.kind === "read again") {
    await inTransaction(pool, (client) => correctRecords(client, one.sent.map(toArrival)));
    return;
  }
  await removeCall(pool, one.id);
}

async function store(sent: Sent[]): Promise<void> {
  await inTransaction(pool, (client) => storeRecords(client, sent.map(toArrival)));
}

function toArrival({ record, seq }: Sent) {
  return {
    record,
    deliveryId,
    position: 0,
    payloadHash: null,
    acceptedSeq: BigInt(seq),
    acceptedAt: new Date(Date.UTC(2026, 10, 20, 12, 0, seq % 60)),
  };
}

async function expectExact(): Promise<void> {
  await addUpAll(pool);
  const { rows: scanned } = await pool.query(
    `SELECT customer.id AS customer_id, count(recording.id)::int AS calls,
       max(recording.created_at) AS last_call_at,
       coalesce((array_agg(recording.id ORDER BY recording.created_at DESC, recording.id DESC))[1], '')
         AS last_call_id
     FROM customer LEFT JOIN recording ON customer_id = customer.id GROUP BY 1 ORDER BY 1`,
  );
  const kept = await readKept(scanned.map(({ customer_id }) => customer_id));
  expect(kept.map(({ is_contradictory: _, ...row }) => row)).toEqual(scanned);
  for (const { customer_id, is_contradictory } of kept) {
    const found = await findContradictions(customer_id);
    expect(found.length > 0, `${customer_id}: ${JSON.stringify(found)}`).toBe(is_contradictory);
  }
}

type KeptRow = {
  customer_id: string;
  calls: number;
  last_call_at: Date | null;
  last_call_id: string;
  is_contradictory: boolean;
};

async function readKept(ids: string[]): Promise<KeptRow[]> {
  const { rows } = await pool.query<KeptRow>(
    `SELECT customer_id, calls, nullif(last_call_at, '-infinity') AS last_call_at, last_call_id,
       is_contradictory
     FROM customer_calls WHERE customer_id = ANY($1) ORDER BY 1`,
    [ids],
  );
  return rows;
}
