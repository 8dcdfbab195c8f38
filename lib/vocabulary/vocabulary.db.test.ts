import pg from "pg";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { closeDatabase, db } from "@/lib/platform/database/db";
import { createTestDatabase, type TestDatabase } from "@/lib/platform/database/test-database";
import { inTransaction } from "@/lib/platform/database/transaction";
import { storeRecords } from "@/lib/recordings/ledger/store-records";
import { toCallRecord } from "@/lib/recordings/record/test-record";
import { addUpAll } from "@/lib/recordings/totals/test-totals";
import { mergeTerms, unnamed } from "./arrange-terms";
import { buildSeen, columns, listLearnedValues, listNamedTerms } from "./queries";
import { forgetVocabulary, readVocabulary } from "./read-vocabulary";
import { forgetOrder, forgetTerm, nameTerm, placeTerm } from "./store";

let database: TestDatabase;
let pool: pg.Pool;
const by = "somebody";
const naming = { displayName: null, colour: null, group: null };
const learned = ["a", "b", "c", "d"].map((value) => ({ value, calls: 1 }));
/** As long as they come, in a script of three bytes a letter, and written from right to left. */
const hostile = [`${"語".repeat(599)}.`, "\u202eتم", "'; DROP TABLE recording; --", "a\r\nb", " "];

beforeAll(async () => {
  database = await createTestDatabase();
  process.env.DATABASE_URL = database.url;
  pool = new pg.Pool({ connectionString: database.url, max: 6 });
  // As long as what there was before is being counted.
  await pool.query("UPDATE rollup_zone SET filled_to = '-infinity'");
});
beforeEach(async () => {
  await pool.query("TRUNCATE vocabulary_term");
  forgetVocabulary();
});
afterAll(async () => {
  await pool.end();
  await closeDatabase();
  await database.drop();
});

test("a name is read back, the last one counts, and an empty one leaves nothing", async () => {
  for (const value of hostile) {
    await nameTerm({ field: "status", value }, { ...naming, displayName: "First" }, by);
    await nameTerm(
      { field: "status", value },
      { displayName: "Second", colour: "lime", group: "Odd" },
      by,
    );
  }
  const { status, campaign } = await readVocabulary();
  expect(campaign.size).toBe(0);
  for (const value of hostile) {
    expect(status.get(value)).toEqual({
      ...{ displayName: "Second", colour: "lime", group: "Odd", position: null },
    });
  }
  for (const value of hostile) await nameTerm({ field: "status", value }, naming, by);
  expect(await listNamedTerms()).toEqual([]);
});

test("a colour that is none any more is no colour", async () => {
  await nameTerm({ field: "status", value: "busy" }, { ...naming, displayName: "Engaged" }, by);
  await pool.query("UPDATE vocabulary_term SET colour = 'mauve'");
  expect(await listNamedTerms()).toMatchObject([{ displayName: "Engaged", colour: null }]);
});

test("names and places don't touch each other, and each is forgotten alone", async () => {
  await nameTerm({ field: "campaign", value: "c" }, { ...naming, displayName: "Sea" }, by);
  await placeTerm({ field: "campaign", value: "c" }, "a", learned, by);
  await nameTerm({ field: "campaign", value: "c" }, { ...naming, displayName: "Ocean" }, by);
  expect(await listNamedTerms()).toMatchObject([{ value: "c", displayName: "Ocean", position: 0 }]);
  await forgetOrder("campaign", by);
  expect(await listNamedTerms()).toMatchObject([{ displayName: "Ocean", position: null }]);
  await placeTerm({ field: "campaign", value: "b" }, "a", learned, by);
  await forgetTerm({ field: "campaign", value: "c" });
  expect(await listNamedTerms()).toMatchObject([{ value: "b", position: 0 }]);
});

test("moves and names at the same time are all kept", async () => {
  const readOrder = async () => {
    const named = (await listNamedTerms()).map((term): [string, typeof term] => [term.value, term]);
    return mergeTerms(learned, new Map(named)).map(({ value }) => value);
  };
  await placeTerm({ field: "status", value: "a" }, null, learned, by);
  expect(await readOrder()).toEqual(["b", "c", "d", "a"]);
  await Promise.all([
    placeTerm({ field: "status", value: "a" }, "b", learned, by),
    placeTerm({ field: "status", value: "d" }, "c", learned, by),
    ...learned.map(({ value }) =>
      nameTerm({ field: "status", value }, { ...naming, displayName: value.toUpperCase() }, by),
    ),
  ]);
  expect(await readOrder()).toEqual(["a", "b", "d", "c"]);
  const terms = await listNamedTerms();
  expect(terms.map(({ displayName }) => displayName)).toEqual(["A", "B", "C", "D"]);
  expect(terms.map(({ position }) => position).sort()).toEqual([0, 1, 2, 3]);
});

test("what another process changes is known within two seconds", async () => {
  expect((await readVocabulary()).status.size).toBe(0);
  await pool.query(
    `INSERT INTO vocabulary_term (field, value, display_name, changed_by, changed_at)
     VALUES ('status', 'busy', 'Engaged', 'another', now())`,
  );
  await expect
    .poll(async () => (await readVocabulary()).status.get("busy"), { timeout: 2_000 })
    .toEqual({ ...unnamed, displayName: "Engaged" });
});

test("values are learned with and without totals, at many of them by an index", async () => {
  const records = Array.from({ length: 400 }, (_, n) =>
    toCallRecord(`rec-${n}`, {
      status: hostile[n] ?? `status ${n % 150}`,
      campaign: n % 4 === 0 ? null : `campaign ${n % 3}`,
    }),
  );
  const delivery = {
    payloadHash: null,
    deliveryId: "01a1f80b-3cda-7b58-800f-31b7db2ed6a0",
    acceptedAt: new Date(),
  };
  await inTransaction(pool, (client) =>
    storeRecords(
      client,
      records.map((record, position) => ({
        ...{ record, position, acceptedSeq: BigInt(position + 1) },
        ...delivery,
      })),
    ),
  );
  expect(await listLearnedValues("campaign", 10)).toEqual({
    values: [0, 1, 2].map((n) => ({ value: `campaign ${n}`, calls: null })),
    total: 3,
  });
  const seen = await listLearnedValues("status", 1_000);
  expect(seen.values.map(({ value }) => value)).toEqual(expect.arrayContaining(hostile));
  expect((await listLearnedValues("status", 10)).total).toBeNull();

  await pool.query("ANALYZE recording");
  const plan = await db().$queryRaw<{ "QUERY PLAN": string }[]>`
    EXPLAIN ${buildSeen(columns.status, 1_000)}`;
  const lines = plan.map((row) => row["QUERY PLAN"]).join("\n");
  expect(lines).toContain("recording_status_created_at_id_idx");
  expect(lines).not.toContain("Seq Scan on recording");

  await pool.query("UPDATE rollup_zone SET filled_to = 'infinity'");
  const changing = await listLearnedValues("status", 1_000);
  await addUpAll(pool);
  const counted = await listLearnedValues("status", 1_000);
  expect(counted).toEqual(changing);
  expect(counted.total).toBe(seen.total);
  expect(counted.values.reduce((sum, { calls }) => sum + (calls ?? 0), 0)).toBe(400);
  const calls = (await listLearnedValues("campaign", 2)).values.map((one) => one.calls ?? 0);
  expect(calls).toHaveLength(2);
  expect(calls).toEqual(calls.toSorted((one, other) => other - one));

  await nameTerm({ field: "status", value: "\u202eتم" }, { ...naming, group: "Odd" }, by);
  const few = await listLearnedValues("status", 3);
  expect(few.values.map(({ value }) => value)).toContain("\u202eتم");
  expect(few.total).toBe(counted.total);
});
