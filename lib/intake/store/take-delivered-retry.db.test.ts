import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { createTestDatabase, type TestDatabase } from "@/lib/platform/database/test-database";
import { drainLong } from "../drain/drain-long";
import type { JournalEntry } from "../journal/journal";
import { SequenceGenerator, toDeliveryId } from "../journal/sequence";
import { toNewEntry, toPayload } from "../journal/test-entry";
import { takeDeliveredRetry } from "./record-outcome";

let database: TestDatabase;
let pool: pg.Pool;
const clock = new SequenceGenerator(7, 0n);

beforeAll(async () => {
  process.env.LOG_LEVEL = "silent";
  database = await createTestDatabase();
  pool = new pg.Pool({ connectionString: database.url });
  pool.on("error", () => undefined);
});
afterAll(async () => {
  await pool.end();
});
beforeEach(async () => {
  await pool.query(
    `TRUNCATE delivery, delivery_body, recording, recording_version, recording_delivery, customer`,
  );
});

/** Of more records than are stored at once. */
function makeEntry(): JournalEntry {
  const acceptedSeq = clock.next();
  const body = Array.from({ length: 2_500 }, (_, n) => toPayload(`r${n}`));
  return { ...toNewEntry(body), acceptedSeq, deliveryId: toDeliveryId(acceptedSeq) };
}

describe("retries that somebody takes before a long delivery has its row", () => {
  const nothing = { note: async () => undefined, isStopping: () => false };

  /** The same long delivery again, so that each of its records is a retry. */
  async function makeRepeat(): Promise<JournalEntry> {
    await drainLong(pool, makeEntry(), { ...nothing, meanwhile: async () => undefined });
    return makeEntry();
  }

  /** Where the arrival is told as taken, and where the delivery says so. */
  async function readTaken(deliveryId: string) {
    const { rows } = await pool.query<{ arrivals: number[]; told: number[] }>(
      `SELECT array_agg(position ORDER BY position) FILTER (WHERE taken_by = 'ada') AS arrivals,
              array_agg(position ORDER BY position) FILTER (WHERE record ->> 'outcome' = 'unchanged') AS told
       FROM delivery, jsonb_array_elements(records) WITH ORDINALITY AS listed (record, place)
       JOIN recording_delivery ON recording_id = record ->> 'recordingId' AND position = place - 1
       WHERE delivery.id = $1 AND delivery_id = $1`,
      [deliveryId],
    );
    return rows[0];
  }

  test("are told in it", async () => {
    const repeat = await makeRepeat();
    const { deliveryId } = repeat;
    let taken = 0;
    const meanwhile = async () => {
      const record = { deliveryId, recordingId: `r${taken}`, position: taken };
      if (await takeDeliveredRetry(pool, record, "ada")) taken++;
    };
    await drainLong(pool, repeat, { ...nothing, meanwhile });
    expect(taken).toBeGreaterThan(0);
    const places = Array.from({ length: taken }, (_, n) => n);
    expect(await readTaken(deliveryId)).toEqual({ arrivals: places, told: places });
  });

  test("are told in it when both end at the same moment", async () => {
    const repeat = await makeRepeat();
    const { deliveryId } = repeat;
    const record = { deliveryId, recordingId: "r0", position: 0 };
    const other = await pool.connect();
    let taking: ReturnType<typeof takeDeliveredRetry> | undefined;
    const meanwhile = async () => {
      const stored = "SELECT FROM recording_delivery WHERE delivery_id = $1 AND position = 0";
      if (taking || (await pool.query(stored, [deliveryId])).rowCount === 0) return;
      // Its last step waits for this one, whose customer no other record has.
      await other.query("BEGIN");
      await other.query(
        "SELECT FROM customer JOIN recording ON customer.id = customer_id WHERE recording.id = 'r0' FOR UPDATE OF customer",
      );
      taking = takeDeliveredRetry(pool, record, "ada");
      const waits = "SELECT FROM pg_locks WHERE NOT granted";
      while ((await pool.query(waits)).rowCount === 0) await sleep(5);
    };
    await drainLong(pool, repeat, { ...nothing, meanwhile });
    expect((await pool.query("SELECT FROM delivery WHERE id = $1", [deliveryId])).rowCount).toBe(1);
    await other.query("COMMIT");
    other.release();
    expect(await taking).toBe("unchanged");
    expect(await readTaken(deliveryId)).toEqual({ arrivals: [0], told: [0] });
  });
});
