import fc from "fast-check";
import pg from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createTestDatabase, type TestDatabase } from "@/lib/platform/database/test-database";
import { contentsSql, recordingsSql } from "@/lib/recordings/ledger/test-ledger";
import type { JournalEntry } from "../journal/journal";
import { SequenceGenerator, toDeliveryId } from "../journal/sequence";
import { toNewEntry, toPayload } from "../journal/test-entry";
import { drainBatch } from "./drain-batch";

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

/** A few recordings of two customers, each in a few contents, so that repeats and races are common. */
const arrival = fc.record({
  recording: fc.nat(2),
  content: fc.nat(3),
  customer: fc.nat(1),
});

/** Any order, any batches, any of them twice. */
const run = fc.array(arrival, { minLength: 1, maxLength: 9 }).chain((arrivals) =>
  fc.record({
    arrivals: fc.constant(arrivals),
    order: fc.shuffledSubarray(
      arrivals.map((_, index) => index),
      { minLength: arrivals.length },
    ),
    again: fc.subarray(arrivals.map((_, index) => index)),
    batch: fc.integer({ min: 1, max: 4 }),
  }),
);

test("permutations, repeats and replays in any batches end in one ledger", async () => {
  await fc.assert(
    fc.asyncProperty(run, async ({ arrivals, order, again, batch }) => {
      const entries = accept(arrivals);
      const inOrder = await drainAll([entries]);
      const shuffled = [...order, ...again].flatMap((index) => entries[index] ?? []);
      const batches = Array.from({ length: Math.ceil(shuffled.length / batch) }, (_, n) =>
        shuffled.slice(n * batch, (n + 1) * batch),
      );
      expect(await drainAll(batches)).toEqual(inOrder);
    }),
    { numRuns: 60 },
  );
});

test("drained by two at once, too", async () => {
  await fc.assert(
    fc.asyncProperty(run, async ({ arrivals }) => {
      const entries = accept(arrivals);
      const inOrder = await drainAll([entries]);
      await empty();
      await Promise.all(
        [
          drainBatch(pool, entries),
          drainBatch(
            pool,
            entries.filter((_, index) => index % 2 === 0),
          ),
          drainBatch(
            pool,
            entries.filter((_, index) => index % 2 === 1),
          ),
        ].map((draining, index) =>
          draining.catch((error: Error) => {
            // Two that write one delivery: the later finds it there, and its own drain tries again.
            if (!/delivery.*_pkey|serialize/.test(error.message))
              throw new Error(`${index}`, { cause: error });
          }),
        ),
      );
      await drainBatch(pool, entries);
      expect(await readLedger()).toEqual(inOrder);
    }),
    { numRuns: 30 },
  );
});

function accept(arrivals: { recording: number; content: number; customer: number }[]) {
  const clock = new SequenceGenerator(1, 0n, () => Date.UTC(2026, 10, 20));
  return arrivals.map(({ recording, content, customer }): JournalEntry => {
    const payload = toPayload(`r${recording}`, { summary: `content ${content}` });
    payload.customer.details.id = `c${customer}`;
    payload.customer.details.first_name = `name ${content}`;
    const acceptedSeq = clock.next();
    return { ...toNewEntry(payload), acceptedSeq, deliveryId: toDeliveryId(acceptedSeq) };
  });
}

async function drainAll(batches: JournalEntry[][]): Promise<unknown> {
  await empty();
  for (const batch of batches) {
    const distinct = [...new Set(batch)];
    await drainBatch(pool, distinct);
  }
  return readLedger();
}

async function empty(): Promise<void> {
  await pool.query(
    "TRUNCATE delivery, delivery_body, recording, recording_version, recording_delivery, recording_newest, customer",
  );
}

async function readLedger(): Promise<unknown> {
  const tables = {
    recording: recordingsSql,
    versions: contentsSql,
    customer: "SELECT * FROM customer ORDER BY id",
    deliveries: "SELECT id, sha256 FROM delivery ORDER BY id",
  };
  const read = Object.entries(tables).map(async ([name, sql]) => [
    name,
    (await pool.query(sql)).rows,
  ]);
  return Object.fromEntries(await Promise.all(read));
}
