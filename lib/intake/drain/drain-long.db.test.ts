import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { createTestDatabase, type TestDatabase } from "@/lib/platform/database/test-database";
import { versionsSql } from "@/lib/recordings/ledger/versions-sql";
import { foldDrift } from "../drift/drift";
import { openDiskJournal } from "../journal/disk-journal";
import type { Journal, JournalEntry } from "../journal/journal";
import { toNewEntry, toPayload } from "../journal/test-entry";
import { runTestReader } from "../journal/test-journal";
import { rereadOne } from "../reread/reread-job";
import { drainEntries } from "./drain-entries";

let database: TestDatabase;
let pool: pg.Pool;
let folder: string;
let journal: Journal;

beforeAll(async () => {
  process.env.LOG_LEVEL = "silent";
  database = await createTestDatabase();
  pool = new pg.Pool({ connectionString: database.url, query_timeout: 10_000 });
  pool.on("error", () => undefined);
});
afterAll(async () => {
  await pool.end();
});
beforeEach(async () => {
  await pool.query(
    `TRUNCATE delivery, delivery_body, recording, recording_version, recording_delivery, recording_newest, customer,
       drift, drift_tally`,
  );
  folder = await mkdtemp(join(tmpdir(), "earshot-long-"));
  journal = openDiskJournal(folder);
});
afterEach(async () => {
  await journal.close();
  await rm(folder, { recursive: true });
});

const payloads = (count: number, changes: (n: number) => object = () => ({})) =>
  Array.from({ length: count }, (_, n) => toPayload(`r${n}`, { ...changes(n) }));

/** Without its numbers: how the ledger is, whoever stored it in how many attempts. */
async function readLedger() {
  const { rows } = await pool.query(`
    SELECT (SELECT count(*)::int FROM recording) AS recordings,
           (SELECT count(*)::int FROM recording_delivery) AS counted,
           (SELECT count(*)::int FROM ${versionsSql} AS version) AS versions,
           (SELECT count(*)::int FROM recording_delivery) AS arrivals,
           (SELECT count(*)::int FROM customer) AS customers,
           (SELECT array_agg(outcome::text ORDER BY accepted_seq) FROM delivery) AS outcomes,
           (SELECT array_agg(jsonb_array_length(records) ORDER BY accepted_seq) FROM delivery) AS records,
           (SELECT md5(string_agg(concat_ws(' ', id, status, summary), ',' ORDER BY id)) FROM recording) AS what,
           (SELECT md5(string_agg(concat_ws(' ', recording_id, position, outcome), ',' ORDER BY position, recording_id))
            FROM recording_delivery) AS how`);
  return rows[0];
}

async function readOutcomes(deliveryId: string): Promise<Map<string, number>> {
  const { rows } = await pool.query<{ outcome: string; count: number }>(
    `SELECT record ->> 'outcome' AS outcome, count(*)::int AS count
     FROM delivery, jsonb_array_elements(records) AS record WHERE id = $1 GROUP BY 1`,
    [deliveryId],
  );
  return new Map(rows.map(({ outcome, count }) => [outcome, count]));
}

async function drainAll(onto = pool): Promise<void> {
  for (let round = 1; round <= 20; round++) {
    const entries = await journal.read(500, 16_000_000);
    if (entries.length === 0) return;
    await drainEntries(onto, journal, entries);
  }
  throw new Error("the journal is not empty");
}

const append = (body: object | string | Buffer): Promise<JournalEntry> =>
  journal.append(toNewEntry(body));

describe("one delivery of 6,000 records", () => {
  test("is stored whole under its id, each record once and in its place", async () => {
    const { deliveryId, acceptedSeq } = await append(payloads(6_000));
    await drainAll();
    expect(await readLedger()).toMatchObject({
      recordings: 6_000,
      counted: 6_000,
      versions: 6_000,
      arrivals: 6_000,
      customers: 6_000,
      outcomes: ["stored"],
      records: [6_000],
    });
    const { rows } = await pool.query(
      `SELECT count(*)::int AS count FROM recording_delivery
       WHERE recording_id = 'r' || position AND accepted_seq = $1 AND delivery_id = $2`,
      [acceptedSeq, deliveryId],
    );
    expect(rows).toEqual([{ count: 6_000 }]);
    const first = "SELECT records -> 5999 ->> 'recordingId' AS id FROM delivery";
    expect((await pool.query(first)).rows).toEqual([{ id: "r5999" }]);
    expect(await journal.depth()).toBe(0);
  });

  test("with one bad record, and one that only the database refuses, holds back these two", async () => {
    await pool.query("ALTER TABLE recording ADD CONSTRAINT refused CHECK (status <> 'poison')");
    try {
      const changes = (n: number) =>
        n === 4_321 ? { id: null } : n === 4_777 ? { status: "poison" } : {};
      const { deliveryId } = await append(payloads(6_000, changes));
      await drainAll();
      expect(await readOutcomes(deliveryId)).toEqual(
        new Map([
          ["stored", 5_998],
          ["quarantined", 2],
        ]),
      );
      const held = `SELECT array_agg(place::int - 1) AS places FROM delivery,
        jsonb_array_elements(records) WITH ORDINALITY AS listed (record, place)
        WHERE record ->> 'outcome' = 'quarantined'`;
      expect((await pool.query(held)).rows).toEqual([{ places: [4_321, 4_777] }]);
      expect(await readLedger()).toMatchObject({ recordings: 5_998, outcomes: ["quarantined"] });
    } finally {
      await pool.query("ALTER TABLE recording DROP CONSTRAINT refused");
    }
  });
});

describe("ended in the middle", () => {
  const count = 6_000;
  const repeated = (n: number) => ({ id: `r${n % 4_000}`, summary: `${n % 5}` });

  async function untilStored(least: number): Promise<void> {
    for (let ms = 0; ms < 60_000; ms += 20, await sleep(20)) {
      const { rows } = await pool.query("SELECT count(*)::int AS count FROM recording_delivery");
      if (rows[0].count >= least) return;
    }
    throw new Error("nothing is stored");
  }

  let undisturbedLedger: unknown;

  /** The same for all of them, so that one is enough. */
  async function drainUndisturbed(): Promise<unknown> {
    if (undisturbedLedger) return undisturbedLedger;
    await append(payloads(count, repeated));
    await drainAll();
    const ledger = await readLedger();
    expect(ledger).toMatchObject({ counted: count, arrivals: count, records: [count] });
    await pool.query(
      "TRUNCATE delivery, delivery_body, recording, recording_version, recording_delivery, recording_newest, customer",
    );
    undisturbedLedger = ledger;
    return ledger;
  }

  test("by kills of the process, it ends in the same as undisturbed", async () => {
    const undisturbed = await drainUndisturbed();
    const { deliveryId } = await append(payloads(count, repeated));
    const env = { DATABASE_URL: database.url };
    for (const least of [1_000, 3_000]) {
      const reader = runTestReader(folder, ["drain"], { env });
      await untilStored(least);
      expect(await reader.kill()).toBe("SIGKILL");
      const { rows } = await pool.query("SELECT FROM delivery WHERE id = $1", [deliveryId]);
      expect(rows, "the delivery itself comes last").toEqual([]);
      expect(await journal.depth()).toBe(1);
    }
    await drainAll();
    expect(await readLedger()).toEqual(undisturbed);
  });

  test("by PostgreSQL, which ends its connections, it ends in the same as undisturbed", async () => {
    const undisturbed = await drainUndisturbed();
    await append(payloads(count, repeated));
    const drained = new pg.Pool({ connectionString: database.url, application_name: "drained" });
    drained.on("error", () => undefined);
    drained.on("connect", (client) => client.on("error", () => undefined));
    for (const least of [1_000, 3_000]) {
      const entries = await journal.read(10, 16_000_000);
      const failed = drainEntries(drained, journal, entries).catch((error: Error) => error);
      await untilStored(least);
      let isOver = false;
      failed.then(() => {
        isOver = true;
      });
      // One that comes between two transactions is not even noticed.
      for (; !isOver; await sleep(5)) {
        await pool.query(
          "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'drained'",
        );
      }
      expect(await failed).toBeInstanceOf(Error);
    }
    await drainAll();
    await drained.end();
    expect(await readLedger()).toEqual(undisturbed);
  });

  test("by a stop, it leaves off after a part and goes on later", async () => {
    const undisturbed = await drainUndisturbed();
    await append(payloads(count, repeated));
    let asked = 0;
    const entries = await journal.read(10, 16_000_000);
    await drainEntries(pool, journal, entries, { isStopping: () => asked++ >= 2 });
    expect(await journal.depth()).toBe(1);
    expect((await pool.query("SELECT FROM delivery")).rowCount).toBe(0);
    await drainAll();
    expect(await readLedger()).toEqual(undisturbed);
  });
});

test("what arrives meanwhile passes it, and the newest accepted content wins on both sides", async () => {
  const before = await append(toPayload("r10", { status: "before" }));
  const long = await append(payloads(8_000));
  const passing = append(toPayload("r20", { status: "after" }));
  const draining = journal
    .read(10, 16_000_000)
    .then(() => drainEntries(pool, journal, [before, long]));
  const { deliveryId } = await passing;
  let hasPassed = false;
  let isOver = false;
  draining.finally(() => {
    isOver = true;
  });
  while (!isOver && !hasPassed) {
    hasPassed =
      (await pool.query("SELECT FROM delivery WHERE id = $1", [deliveryId])).rowCount === 1;
    const { rowCount } = await pool.query("SELECT FROM delivery WHERE id = $1", [long.deliveryId]);
    if (hasPassed) expect(rowCount, "the long one is under way").toBe(0);
    await sleep(10);
  }
  expect(hasPassed).toBe(true);
  await draining;
  await drainAll();
  const { rows } = await pool.query(
    "SELECT id, status FROM recording WHERE id IN ('r10', 'r20') ORDER BY id",
  );
  expect(rows).toEqual([
    { id: "r10", status: "completed" },
    { id: "r20", status: "after" },
  ]);
  expect(await readLedger()).toMatchObject({ recordings: 8_000, counted: 8_002, arrivals: 8_002 });
});

test("of several long ones, those that wait for the first are told with it", async () => {
  const seqs = [];
  for (const name of ["a", "b"]) {
    const body = payloads(2_500, (n) => ({ id: `${name}${n}` }));
    seqs.push((await append(body)).acceptedSeq);
  }
  const told: bigint[][] = [];
  await drainEntries(pool, journal, await journal.read(10, 16_000_000), {
    onLong: (left) => told.push([...left]),
  });
  expect(told[0]).toEqual(seqs);
  expect(told).toContainEqual(seqs.slice(1));
  expect(told.at(-1)).toEqual([]);
});

test("read again, it is what it was, and what is understood now is stored; drift counts it once", async () => {
  const { deliveryId } = await append(payloads(4_000, (n) => (n % 2 ? { odd: n % 3 } : {})));
  await pool.query("ALTER TABLE recording ADD CONSTRAINT refused CHECK (id NOT LIKE 'r77_')");
  await drainAll();
  await pool.query("ALTER TABLE recording DROP CONSTRAINT refused");
  expect((await readOutcomes(deliveryId)).get("quarantined")).toBe(10);
  const { rows } = await pool.query<{ id: string; on: Date }>(
    `SELECT id, accepted_on::timestamp AT TIME ZONE 'UTC' AS "on" FROM delivery`,
  );
  const key = { id: deliveryId, acceptedOn: rows[0]?.on ?? new Date() };
  expect(await rereadOne(pool, key)).toEqual({ released: 1, held: 0, skipped: 0 });
  const ledger = await readLedger();
  expect(ledger).toMatchObject({ recordings: 4_000, counted: 4_000, records: [4_000] });
  expect(await rereadOne(pool, key)).toEqual({ released: 0, held: 0, skipped: 0 });
  expect(await readLedger()).toEqual(ledger);
  while ((await foldDrift(pool)) > 0);
  const drift = await pool.query("SELECT path, count::int FROM drift WHERE kind = 'unknown_field'");
  expect(drift.rows).toEqual([{ path: "odd", count: 1 }]);
});
