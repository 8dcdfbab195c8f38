import { randomUUID } from "node:crypto";
import pg from "pg";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { LostLease } from "@/lib/ops/lease-sql";
import { closeDatabase } from "@/lib/platform/database/db";
import { createTestDatabase, type TestDatabase } from "@/lib/platform/database/test-database";
import { inTransaction } from "@/lib/platform/database/transaction";
import { drainBatch } from "../drain/drain-batch";
import type { JournalEntry } from "../journal/journal";
import { SequenceGenerator, toDeliveryId } from "../journal/sequence";
import { toNewEntry, toPayload } from "../journal/test-entry";
import { prepareDelivery, storeDeliveries } from "../store/store-deliveries";
import { type DeliveryFilter, emptyDeliveryFilter, quarantineFilter } from "../views/delivery-log";
import {
  beginReread,
  discardReread,
  getReread,
  rereadBatch,
  rereadStep,
  resumeReread,
  stopReread,
} from "./reread-job";
import { claimJob, releaseClaims } from "./sql";

let database: TestDatabase;
let pool: pg.Pool;
const clock = new SequenceGenerator(7, 0n);
const [me, another] = [randomUUID(), randomUUID()];

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

/** Deliveries that were held back although they can be read, as before the interpreter improved. */
async function holdBack(count: number, body = (n: number): object => toPayload(`r${n}`)) {
  const deliveries = Array.from({ length: count }, (_, n) => {
    const acceptedSeq = clock.next();
    const deliveryId = toDeliveryId(acceptedSeq);
    const entry: JournalEntry = { ...toNewEntry(body(n)), acceptedSeq, deliveryId };
    return prepareDelivery(entry, { readings: [], problems: [{ path: "", message: "no" }] });
  });
  await inTransaction(pool, (client) => storeDeliveries(client, deliveries));
  return deliveries.map(({ entry }) => entry);
}

const begin = (filter: DeliveryFilter = quarantineFilter) => beginReread(filter, "UTC", "ada");
const idOf = async () => (await getReread())?.id ?? "";

async function runToEnd(claimant = me): Promise<void> {
  while (await rereadStep(pool, claimant));
}

async function countRecordings(): Promise<number> {
  const { rows } = await pool.query<{ count: number }>(
    "SELECT count(*)::int AS count FROM recording",
  );
  return rows[0]?.count ?? 0;
}

describe("a re-reading", () => {
  test("reads all that match, in batches, and tells what came of it", async () => {
    await holdBack(120);
    await holdBack(3, () => ({ hopeless: true }));
    expect(await begin()).toBeNull();
    await runToEnd();
    expect(await getReread()).toMatchObject({
      state: "done",
      total: 123,
      readCount: 123,
      releasedCount: 120,
      heldCount: 3,
      fault: null,
    });
    expect(await countRecordings()).toBe(120);
  });

  test("reads both of two that have one sequence, where a batch ends between them", async () => {
    await holdBack(24);
    const [twin] = await holdBack(1, () => toPayload("one"));
    if (!twin) throw new Error("a delivery expected");
    const deliveryId = toDeliveryId(twin.acceptedSeq);
    const { acceptedSeq } = twin;
    const other: JournalEntry = { ...toNewEntry(toPayload("other")), acceptedSeq, deliveryId };
    const interpretation = { readings: [], problems: [{ path: "", message: "no" }] };
    await inTransaction(pool, (client) =>
      storeDeliveries(client, [prepareDelivery(other, interpretation)]),
    );
    await begin();
    await runToEnd();
    expect(await getReread()).toMatchObject({ state: "done", readCount: 26, releasedCount: 26 });
    expect(await countRecordings()).toBe(26);
  });

  test("leaves alone what its filter doesn't match and what came after it began", async () => {
    const [first, second] = await holdBack(2);
    if (!first || !second) throw new Error("two deliveries expected");
    await pool.query("UPDATE delivery SET remote_address = '192.0.2.9' WHERE id = $1", [
      first.deliveryId,
    ]);
    await begin({ ...quarantineFilter, address: "192.0.2.9" });
    await holdBack(1, () => toPayload("later"));
    await runToEnd();
    const { rows } = await pool.query("SELECT id FROM recording");
    expect(rows).toEqual([{ id: "r0" }]);
  });

  test("of what is understood already changes nothing", async () => {
    const acceptedSeq = clock.next();
    const entry = { ...toNewEntry(toPayload("r1")), acceptedSeq };
    await drainBatch(pool, [{ ...entry, deliveryId: toDeliveryId(acceptedSeq) }]);
    const read = () => pool.query("SELECT * FROM recording").then(({ rows }) => rows);
    const before = await read();
    await begin(emptyDeliveryFilter);
    await runToEnd();
    expect(await read()).toEqual(before);
    expect(await getReread()).toMatchObject({ readCount: 1, releasedCount: 0, heldCount: 0 });
  });

  test("passes over a delivery whose bytes are no longer kept", async () => {
    await holdBack(2);
    await pool.query(
      "DELETE FROM delivery_body WHERE id = (SELECT min(id::text)::uuid FROM delivery)",
    );
    await begin();
    await runToEnd();
    expect(await getReread()).toMatchObject({ state: "done", readCount: 2, releasedCount: 1 });
  });

  test("holds back alone what only the database refuses, and gets on", async () => {
    await pool.query("ALTER TABLE recording ADD CONSTRAINT refused CHECK (status <> 'poison')");
    try {
      await holdBack(60, (n) => toPayload(`r${n}`, n % 20 === 7 ? { status: "poison" } : {}));
      await begin();
      await runToEnd();
      expect(await getReread()).toMatchObject({ readCount: 60, releasedCount: 57, heldCount: 3 });
    } finally {
      await pool.query("ALTER TABLE recording DROP CONSTRAINT refused");
    }
  });
});

describe("one at a time", () => {
  test("nothing begins while another is open, stopped ones too", async () => {
    await holdBack(1);
    const begun = await Promise.all([begin(), begin(), begin()]);
    expect(begun.filter((refusal) => refusal === null)).toHaveLength(1);
    await stopReread(await idOf());
    expect(await begin()).toBe("another-is-open");
    expect(await discardReread(await idOf())).toBe(true);
    expect(await begin()).toBeNull();
  });

  test("nothing begins for nothing", async () => {
    expect(await begin()).toBe("nothing-matches");
    expect(await getReread()).toBeNull();
  });

  test("one process works on it, until it is silent for too long", async () => {
    await holdBack(60);
    await begin();
    expect(await claimJob(pool, me)).toBeDefined();
    expect(await claimJob(pool, another)).toBeUndefined();
    await pool.query("UPDATE reread_job SET claimed_until = now() - interval '1 second'");
    expect(await claimJob(pool, another)).toBeDefined();
    expect(await claimJob(pool, me)).toBeUndefined();
    await releaseClaims(pool, another);
    expect(await claimJob(pool, me)).toBeDefined();
  });

  test("two that both believe to have it count and store everything once", async () => {
    await holdBack(200);
    await begin();
    const job = await claimJob(pool, me);
    if (!job) throw new Error("a job expected");
    await rereadBatch(pool, job);
    await pool.query("UPDATE reread_job SET claimed_until = now() - interval '1 second'");
    expect(await claimJob(pool, another)).toBeDefined();
    // The first wakes up in the middle of what it had claimed, while the second is at work.
    await Promise.all([
      runToEnd(another),
      expect(rereadBatch(pool, job)).rejects.toThrow(LostLease),
    ]);
    await runToEnd(another);
    expect(await getReread()).toMatchObject({ state: "done", readCount: 200, releasedCount: 200 });
    const { rows } = await pool.query(
      "SELECT max(count)::int AS most FROM (SELECT count(*) FROM recording_delivery GROUP BY recording_id) AS counted",
    );
    expect(rows).toEqual([{ most: 1 }]);
  });
});

describe("stopped and resumed", () => {
  test("it goes on from its place, in another process too", async () => {
    await holdBack(120);
    await begin();
    await rereadStep(pool, me);
    expect(await stopReread(await idOf())).toBe(true);
    expect(await rereadStep(pool, me)).toBe(false);
    expect(await getReread()).toMatchObject({ state: "stopped", readCount: 25 });

    expect(await resumeReread(await idOf())).toBe(true);
    await runToEnd(another);
    expect(await getReread()).toMatchObject({ state: "done", readCount: 120, releasedCount: 120 });
  });

  test("a batch that is under way when it is stopped writes nothing", async () => {
    await holdBack(10);
    await begin();
    const job = await claimJob(pool, me);
    if (!job) throw new Error("a job expected");
    await stopReread(await idOf());
    await expect(rereadBatch(pool, job)).rejects.toThrow(LostLease);
    expect(await countRecordings()).toBe(0);
  });

  test("what isn't running can't be stopped, what isn't stopped neither resumed nor discarded", async () => {
    await holdBack(1);
    await begin();
    const id = await idOf();
    expect([await resumeReread(id), await discardReread(id)]).toEqual([false, false]);
    await runToEnd();
    expect([await stopReread(id), await resumeReread(id)]).toEqual([false, false]);
  });
});
