import pg from "pg";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { getCustomer, listCustomers } from "@/lib/customers/customers";
import { parseCustomerQuery } from "@/lib/customers/views";
import { closeDatabase } from "@/lib/platform/database/db";
import { createTestDatabase, type TestDatabase } from "@/lib/platform/database/test-database";
import { inTransaction } from "@/lib/platform/database/transaction";
import { getHistory, getRecording } from "../detail/get-recording";
import type { ArrivedRecord, CallRecord } from "../record/call-record";
import { toCallRecord } from "../record/test-record";
import { addUpAll, emptyLedger } from "../totals/test-totals";
import { correctRecords, storeRecords } from "./ledger";

let database: TestDatabase;
let pool: pg.Pool;

beforeAll(async () => {
  database = await createTestDatabase();
  process.env.DATABASE_URL = database.url;
  pool = new pg.Pool({ connectionString: database.url });
  pool.on("error", () => undefined);
});

beforeEach(async () => {
  await emptyLedger(pool);
});

afterAll(async () => {
  await Promise.all([pool.end(), closeDatabase()]);
});

const complete = toCallRecord("r1");
/** All that a record can leave out, left out. */
const bare: CallRecord = {
  ...complete,
  minutesUsed: null,
  hasTranscript: null,
  createdAt: null,
  campaign: null,
  summary: "",
  recordingAttachment: "",
  status: "",
  customerId: "",
  customerFirstName: "",
  customerLastName: "",
  customerPhoneNumber: "",
  customerGender: "",
  customerEmail: null,
  customerType: null,
  customerIsConfirmed: null,
  customerIsPhoneNumberCorrect: null,
  problems: ["minutes_used", "created_at", "status", "customer"].map((path) => ({
    path,
    message: "is missing",
  })),
};

/** Deliveries an hour apart, so that none is a retry. */
function arrive(hour: number, record: CallRecord): ArrivedRecord {
  return {
    record,
    acceptedSeq: BigInt(hour),
    position: 0,
    payloadHash: null,
    acceptedAt: at(hour),
    deliveryId: `01a1f80b-3cda-7b58-800f-${String(hour).padStart(12, "0")}`,
  };
}

const at = (hour: number) => new Date(Date.UTC(2026, 10, 21, hour));

const store = (...arrived: ArrivedRecord[]) =>
  inTransaction(pool, (client) => storeRecords(client, arrived));

async function count(table: string): Promise<number> {
  const { rows } = await pool.query(`SELECT count(*)::int AS count FROM ${table}`);
  return rows[0].count;
}

test("what is missing is empty, with its problems, at the time of acceptance, of no customer", async () => {
  expect(await store(arrive(1, bare))).toEqual(["stored"]);
  expect(await getRecording("r1")).toMatchObject({
    createdAt: at(1).toISOString(),
    minutesUsed: null,
    hasTranscript: null,
    status: "",
    callSid: "CA-r1",
    problems: bare.problems,
    customer: { id: "", firstName: "", isConfirmed: null, isPhoneNumberCorrect: null },
  });
  await addUpAll(pool);
  expect([await count("customer"), await count("customer_calls")]).toEqual([0, 0]);
});

test("a repeat says the same, and the time stays that of the first", async () => {
  await store(arrive(1, bare));
  const words = bare.problems.map(({ path }) => ({ path, message: "is null; expected text" }));
  expect(await store(arrive(3, { ...bare, problems: words }))).toEqual(["unchanged"]);
  expect(await getRecording("r1")).toMatchObject({
    createdAt: at(1).toISOString(),
    problems: bare.problems,
  });
  const again = () => inTransaction(pool, (client) => correctRecords(client, [arrive(3, bare)]));
  expect(await again()).toEqual(["unchanged"]);
  expect(await getRecording("r1")).toMatchObject({ createdAt: at(1).toISOString() });
  // What comes late, but was accepted first, was the first.
  expect(await store(arrive(0, bare))).toEqual(["superseded"]);
  expect(await getRecording("r1")).toMatchObject({ createdAt: at(0).toISOString() });
});

test("a complete one takes the mark away, an incomplete one brings it back, and the history tells", async () => {
  await store(arrive(1, bare));
  expect(await store(arrive(2, complete))).toEqual(["stored"]);
  expect(await getRecording("r1")).toMatchObject({
    createdAt: "2026-11-20T10:00:00.000Z",
    minutesUsed: 3,
    problems: [],
  });
  await addUpAll(pool);
  expect([await count("customer"), await count("customer_calls")]).toEqual([1, 1]);
  const { rows } = await pool.query("SELECT is_incomplete FROM recording");
  expect(rows).toEqual([{ is_incomplete: false }]);

  expect(await store(arrive(3, bare))).toEqual(["stored"]);
  expect(await getRecording("r1")).toMatchObject({
    createdAt: at(3).toISOString(),
    minutesUsed: null,
    problems: bare.problems,
  });
  await addUpAll(pool);
  const { rows: kept } = await pool.query("SELECT customer_id, calls FROM customer_calls");
  expect(kept).toEqual([{ customer_id: "cus-r1", calls: 0 }]);
  const { entries } = await getHistory("r1");
  expect(entries.map(({ kind }) => kind)).toEqual(["changed", "changed", "received"]);
  expect(entries[0]).toMatchObject({ changes: { fields: expect.any(Array) } });
});

test("a field that is null and one that can't be read are not the same content", async () => {
  const nothing = { ...complete, campaign: null };
  const unread = { ...nothing, problems: [{ path: "campaign", message: "must be text" }] };
  expect(await store(arrive(1, nothing))).toEqual(["stored"]);
  expect(await store(arrive(2, unread))).toEqual(["stored"]);
  expect(await store(arrive(3, nothing))).toEqual(["stored"]);
  expect(await getRecording("r1")).toMatchObject({ problems: [] });
});

test("in whatever order they come, the same is stored", async () => {
  const arrivals = [arrive(1, bare), arrive(2, complete), arrive(3, bare), arrive(4, bare)];
  await store(...arrivals);
  const inOrder = await getRecording("r1");
  await emptyLedger(pool);
  for (const arrival of arrivals.toReversed()) await store(arrival);
  expect(await getRecording("r1")).toEqual(inOrder);
  expect(inOrder?.createdAt).toBe(at(3).toISOString());
});

test("a customer of whom something is not known is one all the same", async () => {
  const problems = [{ path: "customer.details.is_confirmed", message: "is missing" }];
  await store(arrive(1, { ...complete, customerIsConfirmed: null, problems }));
  expect(await getCustomer("cus-r1")).toMatchObject({ isConfirmed: null, calls: 1 });
  await addUpAll(pool);
  const found = async (search: string) =>
    (await listCustomers(parseCustomerQuery(new URLSearchParams(search)))).rows.length;
  expect([await found(""), await found("confirmed=true"), await found("confirmed=false")]).toEqual([
    1, 0, 0,
  ]);
});

test("reading again what was held back stores it, and later what was incomplete, complete", async () => {
  const correct = (record: CallRecord) =>
    inTransaction(pool, (client) => correctRecords(client, [arrive(5, record)]));
  expect(await correct(bare)).toEqual(["stored"]);
  expect(await getRecording("r1")).toMatchObject({ createdAt: at(5).toISOString() });
  expect(await correct(bare)).toEqual(["stored"]);
  expect(await correct(complete)).toEqual(["stored"]);
  expect(await getRecording("r1")).toMatchObject({ problems: [], minutesUsed: 3 });
  expect(await count("recording_delivery")).toBe(1);
});
