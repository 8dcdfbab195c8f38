import fc from "fast-check";
import pg from "pg";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { createTestDatabase, type TestDatabase } from "@/lib/platform/database/test-database";
import { inTransaction } from "@/lib/platform/database/transaction";
import { contentsSql, recordingsSql } from "@/lib/recordings/ledger/test-ledger";
import { versionsSql } from "@/lib/recordings/ledger/versions-sql";
import { drainBatch } from "../drain/drain-batch";
import { type Interpretation, interpretDelivery } from "../interpret/interpret-delivery";
import { interpretKept } from "../interpret/interpret-kept";
import type { JournalEntry } from "../journal/journal";
import { SequenceGenerator, toDeliveryId } from "../journal/sequence";
import { toNewEntry, toPayload } from "../journal/test-entry";
import { ensureDeliveryDays } from "../store/delivery-ranges";
import { dayOf } from "../store/sql";
import { type PreparedDelivery, prepareDelivery, storeDeliveries } from "../store/store-deliveries";
import { rereadDeliveries } from "./reread-deliveries";

let database: TestDatabase;
let pool: pg.Pool;
let clock: SequenceGenerator;

beforeAll(async () => {
  database = await createTestDatabase();
  pool = new pg.Pool({ connectionString: database.url });
  pool.on("error", () => undefined);
});

afterAll(async () => {
  await pool.end();
});

beforeEach(async () => {
  clock = new SequenceGenerator(7, 0n, () => Date.UTC(2026, 10, 20));
  await empty();
});

const nothing: Interpretation = { readings: [], problems: [{ path: "", message: "no idea" }] };

function accept(body: object): JournalEntry {
  const acceptedSeq = clock.next();
  return { ...toNewEntry(body), acceptedSeq, deliveryId: toDeliveryId(acceptedSeq) };
}

/** Stores deliveries as an interpreter that knew less would have. */
async function storeAs(
  deliveries: Pick<PreparedDelivery, "entry" | "interpretation">[],
): Promise<void> {
  await ensureDeliveryDays(
    pool,
    deliveries.map(({ entry }) => dayOf(entry.acceptedSeq)),
  );
  await inTransaction(pool, (client) =>
    storeDeliveries(
      client,
      deliveries.map(({ entry, interpretation }) => prepareDelivery(entry, interpretation)),
    ),
  );
}

function reread(entries: JournalEntry[], interpret = interpretKept) {
  const rereadings = entries.map((entry) => ({ ...entry, interpretation: interpret(entry) }));
  return inTransaction(pool, (client) => rereadDeliveries(client, rereadings));
}

async function query<Row>(sql: string): Promise<Row[]> {
  return (await pool.query(sql)).rows;
}

const readOutcomes = async () =>
  (await query<{ outcome: string }>("SELECT outcome FROM delivery ORDER BY accepted_seq")).map(
    ({ outcome }) => outcome,
  );
const readRecordings = () =>
  query(`SELECT id, status, (SELECT count(*)::int FROM recording_delivery WHERE recording_id = id) AS count
    FROM recording ORDER BY id`);

describe("what was held back", () => {
  test("is stored under the sequence of its acceptance", async () => {
    const entry = accept(toPayload("r1"));
    await storeAs([{ entry, interpretation: nothing }]);
    expect(await readOutcomes()).toEqual(["quarantined"]);

    expect(await reread([entry])).toEqual({ released: 1, held: 0, skipped: 0 });
    expect(await readOutcomes()).toEqual(["stored"]);
    const [row] = await query<{ seq: string; rereadAt: Date | null; records: unknown[] }>(
      `SELECT recording.accepted_seq AS seq, reread_at AS "rereadAt", records
       FROM recording, delivery`,
    );
    expect(row?.seq).toBe(String(entry.acceptedSeq));
    expect(row?.rereadAt).toBeInstanceOf(Date);
    expect(row?.records).toEqual([
      { recordingId: "r1", outcome: "stored", problems: [], notices: [] },
    ]);
  });

  test("never makes a recording older than it is", async () => {
    const older = accept(toPayload("r1", { status: "ringing" }));
    const newer = accept(toPayload("r1", { status: "completed" }));
    await storeAs([{ entry: older, interpretation: nothing }]);
    await drainBatch(pool, [newer]);
    await reread([older]);
    expect(await readOutcomes()).toEqual(["superseded", "stored"]);
    expect(await readRecordings()).toEqual([{ id: "r1", status: "completed", count: 2 }]);
  });

  test("makes a retry of what came after it, which its delivery then tells, read together or not", async () => {
    const entries = [accept(toPayload("r1")), accept(toPayload("r1")), accept(toPayload("r1"))];
    await storeAs(
      entries.map((entry, n) => ({ entry, interpretation: n ? interpretKept(entry) : nothing })),
    );
    expect(await readOutcomes()).toEqual(["quarantined", "stored", "superseded"]);
    await reread(entries);
    expect(await readOutcomes()).toEqual(["superseded", "superseded", "superseded"]);
    const told = "SELECT records -> 0 ->> 'outcome' AS told FROM delivery ORDER BY accepted_seq";
    expect((await query<{ told: string }>(told)).map((row) => row.told)).toEqual(
      await readOutcomes(),
    );
  });

  test("stays held back while it can't be understood, and says why today", async () => {
    const entry = accept({ nothing: "here" });
    await storeAs([{ entry, interpretation: nothing }]);
    expect(await reread([entry])).toEqual({ released: 0, held: 1, skipped: 0 });
    expect(await readOutcomes()).toEqual(["quarantined"]);
    expect(JSON.stringify(await query("SELECT records FROM delivery"))).not.toContain("no idea");
  });

  test("of several records, the others stay as they were", async () => {
    const entry = accept([toPayload("r1"), toPayload("r2")]);
    const today = interpretKept(entry);
    const [first, second] = today.readings;
    if (!first || !second) throw new Error("two records expected");
    const interpretation = { readings: [first, { ...second, record: null }], problems: [] };
    await storeAs([{ entry, interpretation }]);
    await drainBatch(pool, [accept(toPayload("r1", { status: "failed" }))]);

    await reread([entry]);
    const [delivery] = await query<{ records: { outcome: string }[] }>(
      "SELECT records FROM delivery ORDER BY accepted_seq",
    );
    // Superseded by now, but when it was read it was stored: that is its history.
    expect(delivery?.records.map(({ outcome }) => outcome)).toEqual(["stored", "stored"]);
    expect(await readRecordings()).toEqual([
      { id: "r1", status: "failed", count: 2 },
      { id: "r2", status: "completed", count: 1 },
    ]);
  });
});

describe("what was understood", () => {
  test("is not counted twice, however often and by however many it is read again", async () => {
    const entries = [accept(toPayload("r1")), accept(toPayload("r1"))];
    await storeAs(entries.map((entry) => ({ entry, interpretation: nothing })));
    await Promise.all([reread(entries), reread(entries), reread(entries)]);
    await reread(entries);
    expect(await readOutcomes()).toEqual(["stored", "superseded"]);
    expect(await readRecordings()).toEqual([{ id: "r1", status: "completed", count: 2 }]);
    expect(await query("SELECT count(*)::int FROM recording_delivery")).toEqual([{ count: 2 }]);
  });

  test("is not taken back by a stricter reading", async () => {
    const entry = accept(toPayload("r1"));
    await drainBatch(pool, [entry]);
    await reread([entry], () => nothing);
    expect(await readOutcomes()).toEqual(["stored"]);
    expect(await readRecordings()).toEqual([{ id: "r1", status: "completed", count: 1 }]);
  });

  test("and is understood otherwise today, is corrected in its place, customers too", async () => {
    const entry = accept(toPayload("r1", { status: "completed" }));
    const misread = accept(toPayload("r1", { status: "misread" }));
    const misreading = interpretKept(misread);
    for (const { record } of misreading.readings) if (record) record.customerId = "nobody";
    await storeAs([{ entry, interpretation: misreading }]);
    expect(await readRecordings()).toEqual([{ id: "r1", status: "misread", count: 1 }]);

    await reread([entry]);
    expect(await readRecordings()).toEqual([{ id: "r1", status: "completed", count: 1 }]);
    expect(await query("SELECT id FROM customer")).toEqual([{ id: "cus-r1" }]);
    expect(await query(`SELECT count(*)::int FROM ${versionsSql} AS version`)).toEqual([
      { count: 1 },
    ]);
  });
});

/** What an interpreter of yesterday made of each delivery. */
const reading = fc.constantFrom("the same", "nothing", "another status");
const arrival = fc.record({ recording: fc.nat(2), content: fc.nat(2), reading });
const run = fc.array(arrival, { minLength: 1, maxLength: 8 }).chain((arrivals) =>
  fc.record({
    arrivals: fc.constant(arrivals),
    order: fc.shuffledSubarray(
      arrivals.map((_, index) => index),
      { minLength: arrivals.length },
    ),
    batch: fc.integer({ min: 1, max: 4 }),
  }),
);

test("in any order and batches, the ledger ends as if it had been understood at once", async () => {
  await fc.assert(
    fc.asyncProperty(run, async ({ arrivals, order, batch }) => {
      const deliveries = arrivals.map(({ recording, content, reading }) => {
        const entry = accept(toPayload(`r${recording}`, { status: `status ${content}` }));
        return { entry, interpretation: readAsYesterday(entry, reading) };
      });
      await empty();
      await drainBatch(
        pool,
        deliveries.map(({ entry }) => entry),
      );
      const wanted = await readLedger();
      await empty();
      await storeAs(deliveries);
      const shuffled = order.flatMap((index) => deliveries[index]?.entry ?? []);
      for (let at = 0; at < shuffled.length; at += batch) {
        await reread(shuffled.slice(at, at + batch));
      }
      expect(await readLedger()).toEqual(wanted);
    }),
    { numRuns: 60 },
  );
});

function readAsYesterday(entry: JournalEntry, reading: string): Interpretation {
  if (reading === "nothing") return nothing;
  const body = entry.body.toString();
  const read = reading === "the same" ? body : body.replace(/"status \d"/, '"status 9"');
  const encoding = { contentType: null, contentEncoding: null };
  return interpretDelivery(Buffer.from(read), encoding, "UTC");
}

async function empty(): Promise<void> {
  await pool.query(
    "TRUNCATE delivery, delivery_body, recording, recording_version, recording_delivery, recording_newest, customer",
  );
}

async function readLedger(): Promise<unknown> {
  return {
    recordings: await query(recordingsSql),
    versions: await query(contentsSql),
    customers: await query("SELECT * FROM customer ORDER BY id"),
    arrivals: await query(
      `SELECT recording_id, accepted_seq, position, content_hash FROM recording_delivery
       ORDER BY recording_id, accepted_seq, position`,
    ),
  };
}
