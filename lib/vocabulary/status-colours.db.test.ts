import pg from "pg";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { closeDatabase } from "@/lib/platform/database/db";
import { createTestDatabase, type TestDatabase } from "@/lib/platform/database/test-database";
import { inTransaction } from "@/lib/platform/database/transaction";
import { storeRecords } from "@/lib/recordings/ledger/ledger";
import { toCallRecord } from "@/lib/recordings/record/test-record";
import { addUpAll, removeCall } from "@/lib/recordings/totals/test-totals";
import { colourNewStatuses, readStatusColours } from "./read-vocabulary";
import { describeValues, nameValues } from "./store";

let database: TestDatabase;
let pool: pg.Pool;
const by = "somebody";
const only = (value: string) => ({ field: "status" as const, values: [value] });

beforeAll(async () => {
  database = await createTestDatabase();
  process.env.DATABASE_URL = database.url;
  pool = new pg.Pool({ connectionString: database.url, max: 6 });
  // As long as what there was before is being counted.
  await pool.query("UPDATE rollup_zone SET filled_to = '-infinity'");
});
beforeEach(async () => {
  await pool.query(
    `TRUNCATE vocabulary_term, recording, recording_delivery, customer, status_colour, rollup_key,
       rollup_change`,
  );
});
afterAll(async () => {
  await pool.end();
  await closeDatabase();
});

test("each status gets a colour of its own when it comes, and keeps it", async () => {
  await storeStatuses(["completed", "handed over", "parked"]);
  await colourNewStatuses();
  const first = await readStatusColours();
  expect(first.get("completed")).toBe("green");
  expect(new Set(first.values()).size).toBe(3);
  await storeStatuses(["transferred"]);
  await Promise.all([colourNewStatuses(), colourNewStatuses()]);
  const second = await readStatusColours();
  expect([...second].filter(([status]) => status !== "transferred")).toEqual([...first]);
  expect([...first.values()]).not.toContain(second.get("transferred"));
});

test("a colour goes on where its status is merged away, coloured by hand, or had by no call", async () => {
  const statuses = ["completed", "complted", "handed over", "parked"];
  await storeStatuses(statuses);
  await colourNewStatuses();
  const before = await readStatusColours();
  expect(new Set(before.values()).size).toBe(4);

  await nameValues(only("complted"), "completed", ["completed"], by);
  await describeValues(only("handed over"), { colour: "green", group: null }, by);
  await removeCall(pool, "call-parked");
  await pool.query("UPDATE rollup_zone SET filled_to = 'infinity'");
  await addUpAll(pool);
  await colourNewStatuses();
  const after = await readStatusColours();
  expect([...after.keys()]).toEqual(["completed"]);
  expect(after.get("completed")).not.toBe("green");
});

async function storeStatuses(statuses: string[]): Promise<void> {
  const arrived = statuses.map((status, position) => ({
    record: toCallRecord(`call-${status}`, { status }),
    position,
    acceptedSeq: BigInt(position + 1),
    acceptedAt: new Date(),
    payloadHash: null,
    deliveryId: "01a1f80b-3cda-7b58-800f-31b7db2ed6a0",
  }));
  await inTransaction(pool, (client) => storeRecords(client, arrived));
}
