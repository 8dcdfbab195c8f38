import pg from "pg";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { closeDatabase, db } from "@/lib/platform/database/db";
import {
  createTestDatabase,
  eachAlone,
  type TestDatabase,
} from "@/lib/platform/database/test-database";
import { inTransaction } from "@/lib/platform/database/transaction";
import { removeRecordings, storeRecords } from "../ledger/ledger";
import { toCallRecord } from "../record/test-record";
import { addMarks, mendMarks, removeMarks, setMarks } from "./marks";

let database: TestDatabase;
let pool: pg.Pool;

beforeAll(async () => {
  database = await createTestDatabase();
  process.env.DATABASE_URL = database.url;
  pool = new pg.Pool({ connectionString: database.url, max: 2 });
  pool.on("error", () => undefined);
});

afterAll(async () => {
  await closeDatabase();
  await pool.end();
});

let seq = 0n;

beforeEach(async () => {
  await pool.query(
    "TRUNCATE recording, recording_version, recording_delivery, recording_newest, customer, call_mark",
  );
  seq = 0n;
  for (const id of ["a", "b", "c"]) await store(id, "2026-11-20T10:00:00Z");
});

test("a kind's marks of a recording are replaced, those of other kinds and recordings stay", async () => {
  await setMarks(eachAlone(db()), "tag", [
    { recordingId: "a", values: ["one", "two"] },
    { recordingId: "b", values: ["one"] },
    { recordingId: "unknown", values: ["one"] },
  ]);
  await setMarks(eachAlone(db()), "tags", [{ recordingId: "a", values: ["other"] }]);
  await setMarks(eachAlone(db()), "tag", [
    { recordingId: "a", values: ["two", 'a "third" one, \\'] },
    { recordingId: "c", values: [] },
  ]);
  const expected = ['a tag:a "third" one, \\', "a tag:two", "a tags:other", "b tag:one"];
  expect(await list()).toEqual(expected);
  await setMarks(eachAlone(db()), "tag", [
    { recordingId: "a", values: ["two", 'a "third" one, \\'] },
  ]);
  expect(await list()).toEqual(expected);
});

test("marks are added and removed, again and again", async () => {
  const both = [
    { recordingId: "a", values: ["u1", "anyone"] },
    { recordingId: "b", values: ["u2", "anyone"] },
  ];
  await addMarks(db(), "heard", both);
  await addMarks(db(), "heard", both);
  expect(await list()).toHaveLength(4);
  await removeMarks(eachAlone(db()), "heard", [{ recordingId: "a", values: ["u1", "u2"] }]);
  expect(await list()).toEqual(["a heard:anyone", "b heard:anyone", "b heard:u2"]);
});

test("marks follow the time of their recording, and go with it", async () => {
  await setMarks(eachAlone(db()), "tag", [
    { recordingId: "a", values: ["one", "two"] },
    { recordingId: "b", values: ["one"] },
  ]);
  await store("a", "2026-11-21T08:30:00.123456Z");
  await store("a", "2026-11-21T08:30:00.123456Z", "changed otherwise");
  expect(await times()).toEqual(["a 2026-11-21T08:30:00.123456", "b 2026-11-20T10:00:00.000000"]);
  await inTransaction(pool, (client) => removeRecordings(client, ["a"]));
  expect(await list()).toEqual(["b tag:one"]);
});

test("what is left of recordings that changed or went without their marks is mended", async () => {
  for (const id of ["a", "b", "c"]) {
    await setMarks(eachAlone(db()), "tag", [{ recordingId: id, values: ["one", "two"] }]);
  }
  await pool.query("UPDATE recording SET created_at = '2026-01-01Z' WHERE id = 'a'");
  await pool.query("DELETE FROM recording WHERE id = 'c'");
  expect(await mendMarks(db(), "", 2)).toBe("b");
  expect(await mendMarks(db(), "b", 2)).toBeNull();
  expect(await list()).toEqual(["a tag:one", "a tag:two", "b tag:one", "b tag:two"]);
  expect(await times()).toEqual(["a 2026-01-01T00:00:00.000000", "b 2026-11-20T10:00:00.000000"]);
});

async function store(id: string, createdAt: string, summary = ""): Promise<void> {
  const arrived = {
    record: toCallRecord(id, { createdAt, summary }),
    acceptedSeq: ++seq,
    acceptedAt: new Date(),
    deliveryId: `01a1f80b-3cda-7b58-800f-${String(seq).padStart(12, "0")}`,
    payloadHash: null,
    position: 0,
  };
  await inTransaction(pool, (client) => storeRecords(client, [arrived]));
}

async function list(): Promise<string[]> {
  const { rows } = await pool.query("SELECT recording_id, mark FROM call_mark ORDER BY 1, 2");
  return rows.map(({ recording_id, mark }) => `${recording_id} ${mark}`);
}

async function times(): Promise<string[]> {
  const { rows } = await pool.query(`
    SELECT DISTINCT recording_id || ' ' || to_char(created_at AT TIME ZONE 'UTC',
      'YYYY-MM-DD"T"HH24:MI:SS.US') AS at FROM call_mark ORDER BY 1`);
  return rows.map(({ at }) => at);
}
