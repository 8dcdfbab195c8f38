import fc from "fast-check";
import pg from "pg";
import { afterAll, beforeAll, test } from "vitest";
import { closeDatabase } from "@/lib/platform/database/db";
import { createTestDatabase, type TestDatabase } from "@/lib/platform/database/test-database";
import { inTransaction } from "@/lib/platform/database/transaction";
import { addUpAll, emptyLedger } from "../totals/test-totals";
import { correctRecords, storeRecords } from "./ledger";
import {
  type Delivery,
  deliveries,
  expectLedger,
  note,
  reading,
  type Stored,
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

test("drained by three at once, all is what the newest accepted says", async () => {
  await fc.assert(
    fc.asyncProperty(deliveries, fc.infiniteStream(fc.nat()), async (all, chance) => {
      await emptyLedger(pool);
      const stored: Stored = new Map();
      const inSomeOrder = () =>
        all.map((delivery) => ({ delivery, at: chance.next().value })).sort((a, b) => a.at - b.at);
      const drains = [inSomeOrder(), inSomeOrder(), inSomeOrder()];
      await Promise.all(
        drains.map(async (drain) => {
          for (const { delivery } of drain) {
            await inTransaction(pool, (client) =>
              storeRecords(client, toArrived(delivery, "as it is")),
            );
          }
        }),
      );
      note(all, "as it is", 3, stored, false);
      await expectLedger(pool, stored);
    }),
    { numRuns: 30 },
  );
});

test("drained by two at once, which repeat what they did, while what an older one misread is read again", async () => {
  const many = <T>(one: fc.Arbitrary<T>, least = 9) =>
    fc.array(one, { minLength: least, maxLength: 9 });
  const run = fc.record({
    all: deliveries,
    readings: many(reading),
    drains: fc.tuple(many(seqs, 2), many(seqs, 2)),
    again: many(seqs, 1),
  });
  await fc.assert(
    fc.asyncProperty(run, async ({ all, readings, drains, again }) => {
      await emptyLedger(pool);
      const pick = (numbers: number[]) => [...new Set(numbers)].flatMap((at) => all[at] ?? []);
      const readingOf = ({ seq }: Delivery) => readings[Number(seq) - 1] ?? "as it is";
      /** Some batches, several of which bring the same, and then each delivery once more. */
      const drain = async (batches: number[][]) => {
        for (const batch of [...batches.map(pick), ...all.map((delivery) => [delivery])]) {
          const arrived = batch.flatMap((delivery) => toArrived(delivery, readingOf(delivery)));
          await inTransaction(pool, (client) => storeRecords(client, arrived));
        }
      };
      const readAgain = async () => {
        for (const batch of again.map(pick)) {
          const arrived = batch.flatMap((delivery) => toArrived(delivery, "as it is"));
          await inTransaction(pool, (client) => correctRecords(client, arrived));
        }
      };
      await Promise.all([...drains.map(drain), readAgain(), addUpAll(pool)]);

      const stored: Stored = new Map();
      for (const delivery of all) note([delivery], readingOf(delivery), 3, stored, false);
      note(pick(again.flat()), "as it is", 3, stored, true);
      await expectLedger(pool, stored);
      await addUpAll(pool);
      await expectLedger(pool, stored);
    }),
    { numRuns: 25 },
  );
});
