import fc from "fast-check";
import pg from "pg";
import { afterAll, beforeAll, test } from "vitest";
import { closeDatabase } from "@/lib/platform/database/db";
import { createTestDatabase, type TestDatabase } from "@/lib/platform/database/test-database";
import { inTransaction } from "@/lib/platform/database/transaction";
import { addUpAll, emptyLedger, removeCall } from "../totals/test-totals";
import { correctRecords, storeRecords, takeRetry } from "./ledger";
import {
  bodies,
  type Delivery,
  deliveries,
  expectLedger,
  note,
  type Reading,
  reading,
  type Stored,
  seq,
  seqs,
  toArrived,
} from "./test-ledger";

let database: TestDatabase;
let pool: pg.Pool;

beforeAll(async () => {
  database = await createTestDatabase();
  process.env.DATABASE_URL = database.url;
  pool = new pg.Pool({ connectionString: database.url, max: 4 });
  pool.on("error", () => undefined);
});

afterAll(async () => {
  await Promise.all([pool.end(), closeDatabase()]);
});

type Step =
  | { kind: "store"; seqs: number[]; reading: Reading }
  | { kind: "slice"; seq: number; from: number }
  | { kind: "read again"; seqs: number[] }
  | { kind: "take"; seq: number; position: number }
  | { kind: "delete"; call: number };

const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 8, arbitrary: fc.record({ kind: fc.constant("store"), seqs, reading }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant("slice"), seq, from: fc.nat(2) }) },
  { weight: 3, arbitrary: fc.record({ kind: fc.constant("read again"), seqs }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant("take"), seq, position: fc.nat(2) }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant("delete"), call: fc.nat(1) }) },
) as fc.Arbitrary<Step>;

async function carryOut(one: Step, all: Delivery[], stored: Stored): Promise<void> {
  const pick = (numbers: number[]) =>
    [...new Set(numbers.map((number) => number % all.length))].flatMap((at) => all[at] ?? []);
  if (one.kind === "store") await store(pick(one.seqs), one.reading, 3, stored);
  if (one.kind === "slice") await store(pick([one.seq]), "as it is", one.from, stored);
  if (one.kind === "read again") {
    const read = pick(one.seqs);
    await inTransaction(pool, (client) =>
      correctRecords(
        client,
        read.flatMap((delivery) => toArrived(delivery, "as it is")),
      ),
    );
    note(read, "as it is", 3, stored, true);
  }
  if (one.kind === "take") {
    const [delivery] = pick([one.seq]);
    if (delivery) await take(delivery, one.position, stored);
  }
  if (one.kind === "delete") {
    await removeCall(pool, `r${one.call}`);
    for (const [key, { item }] of stored) if (item.call === one.call) stored.delete(key);
  }
}

async function store(
  read: Delivery[],
  reading: Reading,
  lastPosition: number,
  stored: Stored,
): Promise<void> {
  const arrived = read.flatMap((delivery) => toArrived(delivery, reading));
  const slice = arrived.filter(({ position }) => position <= lastPosition);
  await inTransaction(pool, (client) => storeRecords(client, slice));
  note(read, reading, lastPosition, stored, false);
}

async function take(delivery: Delivery, position: number, stored: Stored): Promise<void> {
  const key = `${delivery.seq} ${position}`;
  const arrival = stored.get(key);
  const call = bodies[delivery.body]?.[position]?.call ?? 0;
  const taken = await inTransaction(pool, (client) =>
    takeRetry(client, `r${call}`, { acceptedSeq: delivery.seq, position }, "ada"),
  );
  if (taken && arrival) stored.set(key, { ...arrival, isTaken: true });
}

/** Until then everything is written as the version before does. */
async function beLean(isLean: boolean): Promise<void> {
  await pool.query("UPDATE ledger_form SET lean_from = now() + $1::interval", [
    isLean ? "-1 hour" : "1 hour",
  ]);
}

test("after every step, all is what the newest accepted says, and the totals agree", async () => {
  await fc.assert(
    fc.asyncProperty(
      deliveries,
      fc.array(step, { minLength: 1, maxLength: 8 }),
      fc.nat(3),
      async (all, steps, leanFrom) => {
        await emptyLedger(pool);
        const stored: Stored = new Map();
        for (const [index, one] of steps.entries()) {
          await beLean(index >= leanFrom);
          await carryOut(one, all, stored);
          if (index % 2) await addUpAll(pool);
          await expectLedger(pool, stored);
        }
      },
    ),
    { numRuns: 80 },
  );
}, 300_000);
