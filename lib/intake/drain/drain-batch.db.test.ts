import pg from "pg";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { createTestDatabase, type TestDatabase } from "@/lib/platform/database/test-database";
import { sqlStateOf } from "@/lib/platform/faults";
import { versionsSql } from "@/lib/recordings/ledger/versions-sql";
import { interpretKept } from "../interpret/interpret-kept";
import type { JournalEntry } from "../journal/journal";
import { SequenceGenerator, toDeliveryId } from "../journal/sequence";
import { toNewEntry, toPayload } from "../journal/test-entry";
import { type PackedBody, unpackBody } from "../store/packed-body";
import { prepareDelivery, prepareKept } from "../store/store-deliveries";
import { drainBatch } from "./drain-batch";

let database: TestDatabase;
let pool: pg.Pool;
const clock = new SequenceGenerator(7, 0n);

beforeAll(async () => {
  database = await createTestDatabase();
  pool = new pg.Pool({ connectionString: database.url });
});

afterAll(async () => {
  await pool.end();
});

beforeEach(async () => {
  await pool.query(
    "TRUNCATE delivery, delivery_body, recording, recording_version, recording_delivery, recording_newest, customer, oversized_body",
  );
});

function accept(body: string | Buffer | object): JournalEntry {
  const acceptedSeq = clock.next();
  return { ...toNewEntry(body), acceptedSeq, deliveryId: toDeliveryId(acceptedSeq) };
}

async function query<Row>(sql: string): Promise<Row[]> {
  return (await pool.query(sql)).rows;
}

async function readOutcomes(): Promise<string[]> {
  const rows = await query<{ outcome: string }>(
    "SELECT outcome FROM delivery ORDER BY accepted_seq",
  );
  return rows.map(({ outcome }) => outcome);
}

async function readStatus(id: string): Promise<string | undefined> {
  const rows = await query<{ status: string }>(`SELECT status FROM recording WHERE id = '${id}'`);
  return rows[0]?.status;
}

describe("one delivery", () => {
  test("becomes a recording, a customer, a delivery in its day's partition, and its bytes", async () => {
    const entry = accept(toPayload("r1"));
    await drainBatch(pool, [entry]);
    expect(await readStatus("r1")).toBe("completed");
    expect(await query("SELECT id, phone_number FROM customer")).toEqual([
      { id: "cus-r1", phone_number: "+1 212 555 0142" },
    ]);
    const [stored] = await query<PackedBody & { partition: string }>(
      "SELECT body, packing, tableoid::regclass::text AS partition FROM delivery_body",
    );
    expect(stored && unpackBody(stored).equals(entry.body)).toBe(true);
    expect(stored?.partition).toMatch(/^delivery_body_\d{8}$/);
  });

  test("drained again changes nothing", async () => {
    const entries = [accept(toPayload("r1")), accept(toPayload("r1", { status: "failed" }))];
    await drainBatch(pool, entries);
    await drainBatch(pool, entries);
    expect(await readOutcomes()).toEqual(["stored", "stored"]);
    expect(await readStatus("r1")).toBe("failed");
    expect(await query("SELECT count(*)::int FROM recording_delivery")).toEqual([{ count: 2 }]);
  });
});

test("bytes that came a moment ago mean what they mean when they are read anew", async () => {
  const bodies = [toPayload("r1"), toPayload("r2", { minutes_used: "?", odd: [1] }), "{}", "[]"];
  for (const body of bodies) {
    await drainBatch(pool, [accept(body), accept(body)]);
    const again = accept(body);
    expect(prepareKept(again)).toEqual(prepareDelivery(again, interpretKept(again)));
    const packed: JournalEntry = { ...again, headers: [["content-encoding", "gzip"]] };
    expect(prepareKept(packed)).toEqual(prepareDelivery(packed, interpretKept(packed)));
  }
  // However much came in between.
  for (let n = 0; n < 5_000; n++) prepareKept(accept(toPayload(`other-${n}`)));
  const later = accept(toPayload("r1"));
  expect(prepareKept(later)).toEqual(prepareDelivery(later, interpretKept(later)));
  const [first, second] = [accept(toPayload("r1")), accept(toPayload("r1"))].map(prepareKept);
  expect(second?.interpretation).toBe(first?.interpretation);
});

describe("order", () => {
  test("a repeat is unchanged, a retry is passed over, and every delivery is kept", async () => {
    const payload = toPayload("r1");
    const inOtherBytes = JSON.stringify(payload, null, 2);
    await drainBatch(pool, [accept(payload), accept(inOtherBytes), accept(payload)]);
    expect(await readOutcomes()).toEqual(["stored", "unchanged", "superseded"]);
    expect(await query("SELECT count(*)::int FROM recording_delivery")).toEqual([{ count: 3 }]);
  });

  test("a state that comes back is shown, unless it is a retry", async () => {
    const ringing = toPayload("r1", { status: "ringing" });
    const completed = toPayload("r1", { status: "completed" });
    await drainBatch(pool, [accept(ringing), accept(completed), accept({ ...ringing, sent: 3 })]);
    expect(await readStatus("r1")).toBe("ringing");
    await drainBatch(pool, [accept(completed)]);
    expect(await readStatus("r1")).toBe("ringing");
    expect(await readOutcomes()).toEqual(["stored", "stored", "stored", "superseded"]);
  });

  test("for how long the same bytes are a retry is a setting, and 0 is never", async () => {
    const [ringing, completed] = ["ringing", "completed"].map((status) =>
      toPayload("r1", { status }),
    );
    if (!ringing || !completed) throw new Error("two payloads expected");
    await pool.query(
      `INSERT INTO setting (name, value, changed_by, changed_at)
       VALUES ('retry-window', '{"minutes":0}', 'ada', now())`,
    );
    try {
      await drainBatch(pool, [accept(ringing), accept(completed), accept(ringing)]);
      expect(await readOutcomes()).toEqual(["stored", "stored", "stored"]);
      expect(await readStatus("r1")).toBe("ringing");
    } finally {
      await pool.query("DELETE FROM setting");
    }
  });

  test("of several states in one body, the last is shown", async () => {
    const statuses = ["queued", "ringing", "in-progress", "completed", "ringing"];
    for (let n = 0; n < 10; n++) {
      const body = statuses.map((status) => toPayload(`s${n}`, { status }));
      await drainBatch(pool, [accept(body)]);
      expect(await readStatus(`s${n}`)).toBe("ringing");
    }
    expect(new Set(await readOutcomes())).toEqual(new Set(["stored"]));
  });

  test("what stands around a record, the order of keys and the spelling of numbers are no change", async () => {
    const { summary, ...rest } = toPayload("r1", { score: 1 });
    const asTold = JSON.stringify({ data: { ...rest, summary }, sent_at: 1, event_id: "one" });
    const again = JSON.stringify({ event_id: "two", sent_at: 2, data: { summary, ...rest } });
    const inOtherNumbers = again.replace('"score":1', '"score":1.0').replace(":2,", ":20e-1,");
    await drainBatch(pool, [accept(asTold), accept(again), accept(inOtherNumbers)]);
    expect(await readOutcomes()).toEqual(["stored", "unchanged", "unchanged"]);
    expect(await query(`SELECT count(*)::int FROM ${versionsSql} AS version`)).toEqual([
      { count: 1 },
    ]);
  });

  test("what was accepted earlier never overwrites what was accepted later", async () => {
    const older = accept(toPayload("r1", { status: "ringing" }));
    const newer = accept(toPayload("r1", { status: "completed" }));
    await drainBatch(pool, [newer]);
    await drainBatch(pool, [older]);
    expect(await readOutcomes()).toEqual(["superseded", "stored"]);
    expect(await readStatus("r1")).toBe("completed");
  });

  test("a retry of an older body doesn't roll a recording back", async () => {
    const older = toPayload("r1", { status: "ringing" });
    const newer = toPayload("r1", { status: "completed" });
    await drainBatch(pool, [accept(older), accept(newer)]);
    await drainBatch(pool, [accept(older)]);
    expect(await readOutcomes()).toEqual(["stored", "stored", "superseded"]);
    expect(await readStatus("r1")).toBe("completed");
  });

  test("an arrival that turns out to be a retry later is told as one by its delivery, too", async () => {
    const body = [toPayload("r1"), toPayload("r2")];
    const [original, alone, repeat] = [accept(body), accept(toPayload("r2")), accept(body)];
    await drainBatch(pool, [alone, repeat]);
    expect(await readOutcomes()).toEqual(["stored", "stored"]);
    await drainBatch(pool, [original]);
    expect(await readOutcomes()).toEqual(["superseded", "stored", "superseded"]);
    const told = `SELECT DISTINCT record ->> 'outcome' = arrival.outcome::text AS is_same
      FROM delivery, jsonb_array_elements(records) WITH ORDINALITY AS listed (record, place)
      JOIN recording_delivery AS arrival
        ON position = place - 1 AND recording_id = record ->> 'recordingId'
      WHERE arrival.delivery_id = delivery.id`;
    expect(await query(told)).toEqual([{ is_same: true }]);
  });

  test("a customer is what the newest call says, whatever is drained last", async () => {
    const person = (firstName: string) => {
      const payload = toPayload(`of-${firstName}`);
      payload.customer.details.id = "cus-1";
      payload.customer.details.first_name = firstName;
      return payload;
    };
    const older = accept(person("Ana"));
    const newer = accept(person("Anna"));
    await drainBatch(pool, [newer]);
    await drainBatch(pool, [older]);
    expect(await query("SELECT first_name FROM customer")).toEqual([{ first_name: "Anna" }]);
  });

  test("200 writers of one recording: no error, and the highest sequence wins", async () => {
    const entries = Array.from({ length: 200 }, (_, n) =>
      accept(toPayload("r1", { minutes_used: n })),
    );
    const shuffled = entries.map((entry) => ({ entry, order: Math.random() }));
    shuffled.sort((a, b) => a.order - b.order);
    const writers = shuffled.map(({ entry }) => drainUntilDone(entry));
    await Promise.all(writers);
    expect(await query("SELECT minutes_used FROM recording")).toEqual([{ minutes_used: 199 }]);
    expect(await readOutcomes()).toHaveLength(200);
  });

  /** As the drain does: a lost race is run again. */
  async function drainUntilDone(entry: JournalEntry): Promise<void> {
    for (let attempt = 0; attempt < 100; attempt++) {
      try {
        return await drainBatch(pool, [entry]);
      } catch (error) {
        if (sqlStateOf(error) !== "40001") throw error;
      }
    }
  }
});

describe("what can't be understood", () => {
  test("is quarantined with its bytes, and holds nobody back", async () => {
    const broken = accept('{"id": "r1"');
    await drainBatch(pool, [broken, accept(toPayload("r2"))]);
    expect(await readOutcomes()).toEqual(["quarantined", "stored"]);
    const [kept] = await query<{ body: Buffer }>(
      `SELECT body FROM delivery_body WHERE id = '${broken.deliveryId}'`,
    );
    expect(kept?.body.toString()).toBe('{"id": "r1"');
  });

  test("one bad record of several is held back alone", async () => {
    await drainBatch(pool, [accept([toPayload("r1"), toPayload("r2", { id: null })])]);
    const [delivery] = await query<{ outcome: string; records: { outcome: string }[] }>(
      "SELECT outcome, records FROM delivery",
    );
    expect(delivery?.outcome).toBe("quarantined");
    expect(delivery?.records.map(({ outcome }) => outcome)).toEqual(["stored", "quarantined"]);
    expect(await readStatus("r1")).toBe("completed");
  });

  test("a value that only the database refuses quarantines its own delivery alone", async () => {
    await pool.query("ALTER TABLE recording ADD CONSTRAINT refused CHECK (status <> 'poison')");
    try {
      const statuses = ["a", "b", "poison", "c", "poison", "d"];
      const entries = statuses.map((status, n) => accept(toPayload(`p${n}`, { status })));
      await drainBatch(pool, entries);
      expect(await readOutcomes()).toEqual([
        "stored",
        "stored",
        "quarantined",
        "stored",
        "quarantined",
        "stored",
      ]);
      expect(await query("SELECT count(*)::int FROM recording")).toEqual([{ count: 4 }]);
    } finally {
      await pool.query("ALTER TABLE recording DROP CONSTRAINT refused");
    }
  });

  test("hostile content is stored or quarantined, never a fault", async () => {
    const hostile = [
      toPayload("h1", { summary: "\u0000\ud800", odd: { "\u0000": ["\udfff"] } }),
      toPayload("h2", { status: "漢".repeat(3_000) }),
      toPayload("h3", { summary: "漢".repeat(300_000) }),
      toPayload("h4", { created_at: "9999-12-31T23:59:59.999999Z" }),
      toPayload("h5", { created_at: "0001-01-01T00:00:00+14:00" }),
      JSON.stringify(toPayload("h6", { big: "BIG" })).replace('"BIG"', `1e${"9".repeat(50)}`),
      JSON.stringify(toPayload("h7", { big: "BIG" })).replace('"BIG"', "9".repeat(200_000)),
      JSON.stringify(toPayload("h8")).replace("{", '{"__proto__":{"polluted":true},'),
      toPayload("漢".repeat(600), { status: "𝕏".repeat(300), campaign: "漢".repeat(600) }),
      "[".repeat(100_000),
      Buffer.alloc(1_000_000, 0),
    ];
    await drainBatch(pool, hostile.map(accept));
    const outcomes = await readOutcomes();
    expect(outcomes).toHaveLength(hostile.length);
    expect(new Set(outcomes)).toEqual(new Set(["stored", "quarantined"]));
    expect(Object.hasOwn(Object.prototype, "polluted")).toBe(false);
  });
});

test("the trace of an oversized body is kept apart from the deliveries", async () => {
  await drainBatch(pool, [{ ...accept("beginning"), kind: "oversized", bytes: 99 }]);
  expect(await readOutcomes()).toEqual([]);
  expect(await query("SELECT bytes::int, beginning FROM oversized_body")).toEqual([
    { bytes: 99, beginning: Buffer.from("beginning") },
  ]);
});
