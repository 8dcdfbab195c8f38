import pg from "pg";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { backgroundPool, closeDatabase } from "@/lib/platform/database/db";
import { createTestDatabase, type TestDatabase } from "@/lib/platform/database/test-database";
import { inTransaction } from "@/lib/platform/database/transaction";
import { storeRecords } from "@/lib/recordings/ledger/ledger";
import { toCallRecord } from "@/lib/recordings/record/test-record";
import { addUpAll } from "@/lib/recordings/totals/test-totals";
import {
  forgetVocabulary,
  listLearnedValues,
  readDistinctions,
  readVocabulary,
} from "./read-vocabulary";
import { listNamedTerms, listValuesCalled } from "./sql";
import {
  describeValues,
  distinguish,
  forgetOrder,
  forgetValues,
  nameValues,
  placeName,
  undoChange,
} from "./store";
import { getMerged, listNames, mergeTerms, unnamed } from "./terms";

let database: TestDatabase;
let pool: pg.Pool;
const by = "somebody";
const only = (field: "status" | "campaign", ...values: string[]) => ({ field, values });
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
});

test("a name is read back, the last one counts, and what says nothing leaves nothing", async () => {
  for (const value of hostile) {
    await nameValues(only("status", value), "First", [], by);
    await nameValues(only("status", value), `Second ${hostile.indexOf(value)}`, [], by);
    await describeValues(only("status", value), { colour: "lime", group: "Odd" }, by);
  }
  const { status, campaign } = await readVocabulary();
  expect(campaign.size).toBe(0);
  for (const value of hostile) {
    expect(status.get(value)).toEqual({
      displayName: `Second ${hostile.indexOf(value)}`,
      colour: "lime",
      group: "Odd",
      position: null,
    });
  }
  for (const value of hostile) {
    await describeValues(only("status", value), { colour: null, group: null }, by);
    await nameValues(only("status", value), value, [], by);
  }
  expect(await listNamedTerms()).toEqual([]);
});

test("a colour that is none any more is no colour", async () => {
  await nameValues(only("status", "busy"), "Engaged", [], by);
  await pool.query("UPDATE vocabulary_term SET colour = 'mauve'");
  expect(await listNamedTerms()).toMatchObject([{ displayName: "Engaged", colour: null }]);
});

test("names and places don't touch each other, and each is forgotten alone", async () => {
  await nameValues(only("campaign", "c"), "Sea", [], by);
  await placeName({ field: "campaign", value: "c" }, "a", learned, by);
  await nameValues(only("campaign", "c"), "Ocean", [], by);
  expect(await listNamedTerms()).toMatchObject([{ value: "c", displayName: "Ocean", position: 0 }]);
  await forgetOrder("campaign", by);
  expect(await listNamedTerms()).toMatchObject([{ displayName: "Ocean", position: null }]);
  await placeName({ field: "campaign", value: "b" }, "a", learned, by);
  await forgetValues(only("campaign", "c"), by);
  expect(await listNamedTerms()).toMatchObject([{ value: "b", position: 0 }]);
});

test("moves and names at the same time are all kept", async () => {
  const readOrder = async () => {
    const { status } = await readVocabulary();
    return listNames(mergeTerms(learned, status), status).map(({ values }) => values[0]?.value);
  };
  await placeName({ field: "status", value: "a" }, null, learned, by);
  expect(await readOrder()).toEqual(["b", "c", "d", "a"]);
  await Promise.all([
    placeName({ field: "status", value: "a" }, "b", learned, by),
    placeName({ field: "status", value: "d" }, "c", learned, by),
    ...learned.map(({ value }) => nameValues(only("status", value), value.toUpperCase(), [], by)),
  ]);
  expect(await readOrder()).toEqual(["a", "b", "d", "c"]);
  const terms = await listNamedTerms();
  expect(terms.map(({ displayName }) => displayName)).toEqual(["A", "B", "C", "D"]);
  expect(terms.map(({ position }) => position).sort()).toEqual([0, 1, 2, 3]);
});

test("merged values are one in colour, group and place, and stay together when they move", async () => {
  await describeValues(only("status", "a"), { colour: "teal", group: "Reached" }, by);
  await describeValues(only("status", "b"), { colour: "pink", group: null }, by);
  await nameValues(only("status", "b", "c"), "a", ["a"], by);
  const merged = { name: "a", colour: "teal", group: "Reached" };
  for (const value of ["a", "b", "c"]) {
    const { status } = await readVocabulary();
    expect(getMerged(status, value)).toMatchObject({ ...merged, values: ["a", "b", "c"] });
  }
  await placeName({ field: "status", value: "b" }, null, learned, by);
  const { status } = await readVocabulary();
  const names = listNames(mergeTerms(learned, status), status);
  expect(names.map(({ name }) => name)).toEqual(["d", "a"]);
  await describeValues(only("status", "a", "b", "c"), { colour: "lime", group: null }, by);
  const terms = await listNamedTerms();
  const coloured = terms.filter(({ colour }) => colour === "lime");
  expect(coloured.map(({ value }) => value)).toEqual(["a", "b", "c"]);
});

test("every change can be undone, exactly, whatever it was", async () => {
  const key = only("status", "a", "b");
  await placeName({ field: "status", value: "c" }, "a", learned, by);
  await nameValues(only("status", "a"), "Alpha", [], by);
  await describeValues(only("status", "b"), { colour: "pink", group: "Odd" }, by);
  const before = await listNamedTerms();
  for (const change of [
    () => nameValues(key, "c", ["c"], by),
    () => nameValues(only("status", "a"), "Omega", [], by),
    () => describeValues(key, { colour: "brown", group: "Even" }, by),
    () => forgetValues(key, by),
    () => placeName({ field: "status", value: "d" }, "c", learned, by),
    () => forgetOrder("status", by),
  ]) {
    const changed = await change();
    expect(changed.terms.length).toBeGreaterThan(0);
    expect(await listNamedTerms()).not.toEqual(before);
    expect(await undoChange(changed, by)).toBe(true);
    expect(await listNamedTerms()).toEqual(before);
  }
});

test("what somebody else changed since isn't undone, not even in part", async () => {
  const changed = await nameValues(only("status", "a", "b"), "Both", [], by);
  await nameValues(only("status", "b"), "Beta", [], "another");
  const before = await listNamedTerms();
  expect(await undoChange(changed, by)).toBe(false);
  expect(await listNamedTerms()).toEqual(before);
});

test("a change waits for no long work in the background", async () => {
  const busy = await Promise.all([1, 2].map(() => backgroundPool().connect()));
  try {
    const changed = await nameValues(only("status", "a"), "Alpha", [], by);
    expect(changed.terms).toHaveLength(1);
  } finally {
    for (const client of busy) client.release();
  }
});

test("names that somebody called distinct are so in either order, until that is taken back", async () => {
  await distinguish("status", "completed", ["complted", "Completed"], true, by);
  await distinguish("status", "complted", ["completed"], true, by);
  const areDistinct = await readDistinctions("status");
  expect(areDistinct("complted", "completed")).toBe(true);
  expect(areDistinct("completed", "Completed")).toBe(true);
  expect(areDistinct("complted", "Completed")).toBe(false);
  expect((await readDistinctions("campaign"))("complted", "completed")).toBe(false);
  await distinguish("status", "completed", ["complted"], false, by);
  expect((await readDistinctions("status"))("complted", "completed")).toBe(false);
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

test("values are learned with and without totals", async () => {
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
        record,
        position,
        acceptedSeq: BigInt(position + 1),
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

  await describeValues(only("status", "\u202eتم"), { colour: null, group: "Odd" }, by);
  const few = await listLearnedValues("status", 3);
  expect(few.values.map(({ value }) => value)).toContain("\u202eتم");
  expect(few.total).toBe(counted.total);

  // What calls have is one with what was given its name, though nobody said anything of it.
  await forgetValues(only("status", "\u202eتم"), by);
  await nameValues(only("campaign", "campaign 0"), "campaign 1", ["campaign 1"], by);
  const { campaign } = await readVocabulary();
  const merged = ["campaign 1", "campaign 0"];
  expect(getMerged(campaign, "campaign 1").values).toEqual(merged);
  expect((await listValuesCalled("campaign", "campaign 1")).sort()).toEqual(merged.toSorted());
  expect(await listValuesCalled("campaign", "campaign 0")).toEqual([]);
  expect(await listValuesCalled("campaign", "campaign 2")).toEqual(["campaign 2"]);
  const all = await listLearnedValues("campaign", 1);
  const [first] = listNames(mergeTerms(all.values, campaign), campaign);
  const { rows: plain } = await pool.query(
    "SELECT count(*)::int AS calls FROM recording WHERE campaign = ANY($1)",
    [merged],
  );
  expect(first).toMatchObject({ name: "campaign 1", calls: plain[0].calls });
});
