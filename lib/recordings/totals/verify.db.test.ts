import pg from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createTestDatabase, type TestDatabase } from "@/lib/platform/database/test-database";
import { storeAlone } from "../ledger/test-ledger";
import { toCallRecord } from "../record/test-record";
import { addUpAll } from "./test-totals";
import { countAnew, verifyCounts } from "./totals";

let database: TestDatabase;
let pool: pg.Pool;

beforeAll(async () => {
  database = await createTestDatabase();
  pool = new pg.Pool({ connectionString: database.url, max: 2 });
});
afterAll(() => pool.end());

const ofPeriods = (["week", "month", "year"] as const).flatMap((period) => [
  [
    "calls of longer periods in UTC",
    `UPDATE rollup_period SET minutes = minutes + 1 WHERE zone = 'UTC' AND period = '${period}'`,
  ],
  [
    "broad counts of longer periods in UTC",
    `DELETE FROM rollup_broad WHERE zone = 'UTC' AND period = '${period}' AND breadth = 'campaign'`,
  ],
]);
const ofCustomers = [
  "last_call_at = last_call_at - interval '1 second'",
  "last_call_id = 'another'",
  "name_key = coalesce(name_key, 0) + 1",
  "phone_key = coalesce(phone_key, 0) + 1",
  "email_key = coalesce(email_key, 0) + 1",
  "gender_key = coalesce(gender_key, 0) + 1",
  "is_phone_number_correct = is_phone_number_correct IS NOT TRUE",
  "is_contradictory = NOT is_contradictory",
].map((broken) => ["calls of customers", `UPDATE customer_calls SET ${broken}`]);

test("each period and each column of customers is compared alone, and mended", async () => {
  await storeAlone(
    pool,
    ["completed", "failed"].map((status, position) => ({
      record: toCallRecord(`call-${position}`, { status }),
      acceptedSeq: 1n,
      acceptedAt: new Date(),
      position,
      deliveryId: "01a1f80b-3cda-7b58-800f-31b7db2ed6a0",
      payloadHash: null,
    })),
  );
  await addUpAll(pool);
  expect(await verifyCounts(pool)).toEqual([]);
  for (const [of, broken = ""] of [...ofPeriods, ...ofCustomers]) {
    await pool.query(broken);
    for (const days of [undefined, 200]) {
      const found = await verifyCounts(pool, days);
      expect([broken, ...found.map((one) => one.of)]).toEqual([broken, of]);
    }
    await countAnew(pool);
    await addUpAll(pool);
    expect(await verifyCounts(pool)).toEqual([]);
  }
});

test("broader keys under which no count would be found are, and mended", async () => {
  await pool.query("UPDATE rollup_key SET by_person = by_person + 1 WHERE status = 'failed'");
  const found = await verifyCounts(pool);
  expect(found.map(({ of }) => of)).toEqual(["keys of counts", "broad counts of days in UTC"]);
  await countAnew(pool);
  await addUpAll(pool);
  expect(await verifyCounts(pool)).toEqual([]);
});

test("a customer without calls who is missed, or of whom something is told, is found", async () => {
  const id = "of nobody";
  await pool.query(
    `INSERT INTO customer (id, first_name, last_name, phone_number, gender, is_confirmed,
       is_phone_number_correct, accepted_seq, first_seen_at, changed_at, sort_name, search_text,
       phone_digits, phone_end)
     VALUES ($1, '', '', '', '', true, true, 1, now(), now(), '', '', '', '')`,
    [id],
  );
  const differs = [{ of: "calls of customers", rows: 1, example: id }];
  expect(await verifyCounts(pool)).toEqual(differs);
  await countAnew(pool);
  await addUpAll(pool);
  expect(await verifyCounts(pool)).toEqual([]);
  await pool.query("UPDATE customer_calls SET name_key = 1 WHERE customer_id = $1", [id]);
  expect(await verifyCounts(pool)).toEqual(differs);
  await pool.query("DELETE FROM customer WHERE id = $1", [id]);
  await countAnew(pool);
  await addUpAll(pool);
  expect(await verifyCounts(pool)).toEqual([]);
});
