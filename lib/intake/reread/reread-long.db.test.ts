import pg from "pg";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { closeDatabase } from "@/lib/platform/database/db";
import { createTestDatabase, type TestDatabase } from "@/lib/platform/database/test-database";
import { drainBatch } from "../drain/drain-batch";
import type { JournalEntry } from "../journal/journal";
import { SequenceGenerator, toDeliveryId } from "../journal/sequence";
import { toNewEntry, toPayload } from "../journal/test-entry";
import { takeDeliveredRetry } from "../store/record-outcome";
import { emptyDeliveryFilter } from "../views/delivery-log";
import { rereadLong } from "./reread-deliveries";
import { beginReread, getReread, rereadStep } from "./reread-job";

let database: TestDatabase;
let pool: pg.Pool;
const clock = new SequenceGenerator(7, 0n);
const claimant = "00000000-0000-4000-8000-000000000001";

beforeAll(async () => {
  database = await createTestDatabase();
  process.env.DATABASE_URL = database.url;
  process.env.LOG_LEVEL = "silent";
  pool = new pg.Pool({ connectionString: database.url });
  pool.on("error", () => undefined);
});
afterAll(async () => {
  await Promise.all([pool.end(), closeDatabase()]);
});
beforeEach(async () => {
  await pool.query(
    `TRUNCATE delivery, delivery_body, recording, recording_version, recording_delivery, recording_newest, customer,
       reread_job`,
  );
});
afterEach(async () => {
  await pool.query("DROP FUNCTION IF EXISTS refuse CASCADE");
});

/** Of more records than are read at once. */
async function drainLong(): Promise<JournalEntry> {
  const acceptedSeq = clock.next();
  const body = Array.from({ length: 1_500 }, (_, n) => toPayload(`r${n}`));
  const entry = { ...toNewEntry(body), acceptedSeq, deliveryId: toDeliveryId(acceptedSeq) };
  await drainBatch(pool, [entry]);
  return entry;
}

test("a delivery whose last step the database refuses stays as it was, and the job gets on", async () => {
  await drainLong();
  await drainLong();
  await pool.query(`
    CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS
      $$ BEGIN RAISE EXCEPTION 'as a test' USING ERRCODE = '54000'; END $$;
    CREATE TRIGGER refusing BEFORE UPDATE ON delivery FOR EACH ROW EXECUTE FUNCTION refuse()`);
  expect(await beginReread(emptyDeliveryFilter, "UTC", "ada")).toBeNull();
  for (let steps = 0; steps < 5 && (await rereadStep(pool, claimant)); steps++);
  expect(await getReread()).toMatchObject({ state: "done", total: 2, readCount: 2, heldCount: 0 });
  const told = "SELECT outcome, reread_at FROM delivery ORDER BY accepted_seq";
  expect((await pool.query(told)).rows).toEqual([
    { outcome: "stored", reread_at: null },
    { outcome: "superseded", reread_at: null },
  ]);
});

test("retries that are taken meanwhile stay taken, in the delivery too", async () => {
  await drainLong();
  const repeat = await drainLong();
  const { deliveryId } = repeat;
  let taken = 0;
  await rereadLong(pool, repeat, {
    between: async () => {
      const record = { deliveryId, recordingId: `r${taken}`, position: taken };
      expect(await takeDeliveredRetry(pool, record, "ada")).toBe("unchanged");
      taken++;
    },
    afterStoring: async () => undefined,
  });
  const { rows } = await pool.query(
    `SELECT array_agg(position ORDER BY position) AS taken, bool_and(position = place - 1) AS is_told
     FROM delivery, jsonb_array_elements(records) WITH ORDINALITY AS listed (record, place)
     JOIN recording_delivery ON recording_id = record ->> 'recordingId'
     WHERE delivery.id = $1 AND delivery_id = $1 AND record ->> 'outcome' = 'unchanged'
       AND recording_delivery.outcome = 'unchanged'`,
    [deliveryId],
  );
  expect(taken).toBeGreaterThan(2);
  expect(rows).toEqual([{ taken: Array.from({ length: taken }, (_, n) => n), is_told: true }]);
});
