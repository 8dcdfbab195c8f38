import pg from "pg";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { createTestDatabase, type TestDatabase } from "@/lib/platform/database/test-database";
import { inTransaction } from "@/lib/platform/database/transaction";
import type { ArrivedRecord } from "../record/call-record";
import { toCallRecord } from "../record/test-record";
import { removeCall } from "../totals/test-totals";
import { correctRecords, storeRecords } from "./ledger";
import { readRuns } from "./recordings-and-customers";
import { storeAlone } from "./test-ledger";
import { versionsSql } from "./versions-sql";

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
beforeEach(() =>
  pool.query(
    "TRUNCATE recording, recording_version, recording_delivery, recording_newest, customer, rollup_change",
  ),
);

function arrive(seq: number, status: string, id = "r1"): ArrivedRecord {
  return {
    record: toCallRecord(id, { status }),
    acceptedSeq: BigInt(seq),
    position: 0,
    acceptedAt: new Date(Date.UTC(2026, 10, 20)),
    deliveryId: `01a1f80b-3cda-7b58-800f-${String(seq).padStart(12, "0")}`,
    payloadHash: "ab".repeat(32),
  };
}

test("a run of many thousands is read to where it begins, in a few steps", async () => {
  const stored = [arrive(1, "completed"), arrive(1, "completed", "r2")];
  await inTransaction(pool, (client) => storeRecords(client, stored));
  await pool.query("DELETE FROM recording_delivery");
  await pool.query(`
    INSERT INTO recording_delivery (recording_id, accepted_seq, position, delivery_id, accepted_at,
      outcome, content_hash, is_retry)
    SELECT 'r' || one, n, 0, gen_random_uuid(), now(), 'stored',
      decode(CASE WHEN n <= 3 THEN '00' ELSE '01' END, 'hex'), false
    FROM generate_series(1, 20000) AS n, generate_series(1, 2) AS one`);
  await inTransaction(pool, async (client) => {
    let asked = 0;
    const counting = new Proxy(client, {
      get: (target, name) => {
        if (name === "$queryRaw") asked++;
        return Reflect.get(target, name);
      },
    });
    const runs = await readRuns(counting, ["r1", "r2", "r3"]);
    expect(runs.map(({ recordingId }) => recordingId).sort()).toEqual(["r1", "r2"]);
    for (const { start, newest } of runs) {
      expect([start.acceptedSeq, newest.acceptedSeq]).toEqual([4n, 20_000n]);
    }
    expect(asked).toBeLessThan(15);
  });
});

test("while an arrival is read anew, its retries say nothing in its place", async () => {
  await inTransaction(pool, (client) => storeRecords(client, [arrive(1, "misread")]));
  await inTransaction(pool, (client) => storeRecords(client, [arrive(2, "misread")]));
  const retries =
    "SELECT array_agg(is_retry ORDER BY accepted_seq) AS said FROM recording_delivery";
  expect((await pool.query(retries)).rows).toEqual([{ said: [false, true] }]);
  const outcomes = await inTransaction(pool, (client) =>
    correctRecords(client, [arrive(1, "completed")]),
  );
  expect(outcomes).toEqual(["stored"]);
  const shown = "SELECT status, accepted_seq, newest_seq FROM recording";
  expect((await pool.query(shown)).rows).toEqual([
    { status: "completed", accepted_seq: "1", newest_seq: "1" },
  ]);
});

/** The first one on the snapshot of a transaction before `meanwhile`, which is then run again. */
async function storeAround(meanwhile: () => Promise<unknown>, arrived: ArrivedRecord) {
  let attempts = 0;
  const outcomes = await inTransaction(pool, async (client) => {
    await client.$queryRaw`SELECT`;
    if (attempts++ === 0) await meanwhile();
    return storeRecords(client, [arrived]);
  });
  return { attempts, outcomes };
}

test.for(["the same", "something else"])(
  "who is removed while a store of %s is under way is stored anew",
  async (said) => {
    await storeAlone(pool, [arrive(1, "the same")]);
    const stored = await storeAround(() => removeCall(pool, "r1"), arrive(2, said));
    expect(stored).toEqual({ attempts: 2, outcomes: ["stored"] });
    const told = `SELECT (SELECT array_agg(status) FROM recording) AS calls,
    (SELECT array_agg(accepted_seq::int) FROM recording_delivery) AS arrivals,
    (SELECT sum(calls)::int FROM rollup_change) AS counted`;
    expect((await pool.query(told)).rows).toEqual([{ calls: [said], arrivals: [2], counted: 1 }]);
  },
);

test("what is read anew while a store is under way is what that is compared with", async () => {
  const nobodys = (seq: number, status: string) => ({
    ...arrive(seq, status),
    record: toCallRecord("r1", { status, customerId: "" }),
    payloadHash: `${seq}`.repeat(64),
  });
  await storeAlone(pool, [nobodys(1, "misread")]);
  const rereadIt = () =>
    inTransaction(pool, (client) => correctRecords(client, [nobodys(1, "as it was")]));
  const stored = await storeAround(rereadIt, nobodys(2, "misread"));
  expect(stored).toEqual({ attempts: 2, outcomes: ["stored"] });
  const told = `SELECT (SELECT status FROM recording) AS now,
    (SELECT array_agg(content ->> 'status' ORDER BY first_seq) FROM ${versionsSql} AS version) AS contents`;
  expect((await pool.query(told)).rows).toEqual([
    { now: "misread", contents: ["as it was", "misread"] },
  ]);
});
