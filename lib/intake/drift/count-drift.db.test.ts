import fc from "fast-check";
import type pg from "pg";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { inTransaction } from "@/lib/platform/database/transaction";
import { sqlStateOf } from "@/lib/platform/faults";
import { drainBatch } from "../drain/drain-batch";
import type { JournalEntry } from "../journal/journal";
import { rereadOne } from "../reread/reread-job";
import { prepareDelivery, storeDeliveries } from "../store/store-deliveries";
import { foldDrift } from "./drift";
import { accept, acceptedOn, openTestDrift, readCounts, readNames } from "./test-drift";

let drift: Awaited<ReturnType<typeof openTestDrift>>;
let pool: pg.Pool;

beforeAll(async () => {
  drift = await openTestDrift();
  pool = drift.pool;
});
beforeEach(() => drift.empty());
afterAll(() => drift.close());

/** Few of each, so that repeats are common. */
const content = fc.record({
  status: fc.constantFrom("completed", "failed"),
  extra: fc.constantFrom({}, { a: 1 }, { b: 2 }, { a: 1, b: 2 }),
  minutes: fc.constantFrom(3, "3"),
  recording: fc.nat(1),
});
type Content = typeof content extends fc.Arbitrary<infer Value> ? Value : never;
const run = fc.array(content, { minLength: 1, maxLength: 8 }).chain((contents) => {
  const indexes = contents.map((_, index) => index);
  return fc.record({
    contents: fc.constant(contents),
    order: fc.shuffledSubarray(indexes, { minLength: indexes.length }),
    again: fc.subarray(indexes),
    reread: fc.subarray(indexes),
    batch: fc.integer({ min: 1, max: 4 }),
    foldEach: fc.boolean(),
  });
});
const toEntries = (contents: Content[]) =>
  contents.map(({ status, extra, minutes, recording }) =>
    accept({ status, minutes_used: minutes, ...extra }, `r${recording}`),
  );

test("counting does not depend on order, batches, replays, re-readings or when it is folded", async () => {
  await fc.assert(
    fc.asyncProperty(run, async ({ contents, order, again, reread, batch, foldEach }) => {
      await drift.empty();
      const entries = toEntries(contents);
      await drainBatch(pool, entries);
      const expected = await readCounts();
      expect(expected).toEqual(countByHand(entries));
      await drift.empty();
      const shuffled = [...order, ...again].flatMap((index) => entries[index] ?? []);
      for (let at = 0; at < shuffled.length; at += batch) {
        await drainBatch(pool, [...new Set(shuffled.slice(at, at + batch))]);
        if (foldEach) await foldDrift(pool);
      }
      for (const index of reread) await readAgain(entries[index]);
      while (await foldDrift(pool));
      expect(await readCounts()).toEqual(expected);
    }),
    { numRuns: 40 },
  );
});

test("counting is right when several drain and fold at once", async () => {
  await fc.assert(
    fc.asyncProperty(run, async ({ contents }) => {
      await drift.empty();
      const entries = toEntries(contents);
      const part = (keep: number) => entries.filter((_, index) => index % 2 === keep);
      await Promise.all([
        ...[entries, part(0), part(1)].map(drainUntilDone),
        ...[1, 2, 3].map(() => foldDrift(pool)),
      ]);
      await Promise.all([1, 2, 3].map(() => foldDrift(pool)));
      while (await foldDrift(pool));
      expect(await readCounts()).toEqual(countByHand(entries));
    }),
    { numRuns: 20 },
  );
});

test("what an older interpreter did not see is counted when it is read again", async () => {
  const entry = accept({ new: 1 });
  const unread = { readings: [], problems: [{ path: "", message: "no" }] };
  await inTransaction(pool, (client) => storeDeliveries(client, [prepareDelivery(entry, unread)]));
  await pool.query("UPDATE delivery SET drift_ids = NULL");
  expect(await readNames()).toEqual([]);
  await readAgain(entry);
  await readAgain(entry);
  expect(await readNames()).toEqual(["1 × unknown_field | new"]);
});

test("a batch that was stored before writes nothing", async () => {
  const entries = [accept({ new: 1 }), accept()];
  await drainBatch(pool, entries);
  while (await foldDrift(pool));
  await drainBatch(pool, entries);
  expect((await pool.query("SELECT FROM drift_tally")).rowCount).toBe(0);
});

async function readAgain(entry: JournalEntry | undefined): Promise<void> {
  if (!entry) return;
  const id = entry.deliveryId;
  await rereadOne(pool, { id, acceptedOn });
}

/** As the drain does: a lost race is run again. */
async function drainUntilDone(entries: JournalEntry[]): Promise<void> {
  for (let attempt = 0; attempt < 50; attempt++) {
    try {
      return await drainBatch(pool, entries);
    } catch (error) {
      if (!["40001", "23505"].includes(sqlStateOf(error) ?? "")) throw error;
    }
  }
}

function countByHand(entries: JournalEntry[]) {
  const counts = new Map<string, { what: string; count: number; first: string; last: string }>();
  for (const { body, deliveryId } of entries) {
    const { attributes } = JSON.parse(body.toString()).data;
    const seen = [
      `status | status | ${attributes.status}`,
      "campaign | campaign | spring",
      "customer_type | customer.details.type | lead",
      "gender | customer.details.gender | female",
      ...["a", "b"].filter((key) => key in attributes).map((key) => `unknown_field | ${key}`),
      ...(attributes.minutes_used === "3" ? ["type | minutes_used | a whole number | text"] : []),
    ];
    for (const what of seen) {
      const before = counts.get(what) ?? { what, count: 0, first: deliveryId, last: deliveryId };
      counts.set(what, { ...before, count: before.count + 1, last: deliveryId });
    }
  }
  return [...counts.values()].sort((one, other) => (one.what < other.what ? -1 : 1));
}
