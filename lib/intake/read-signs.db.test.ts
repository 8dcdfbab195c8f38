import pg from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { closeDatabase, db } from "@/lib/platform/database/db";
import { createTestDatabase, type TestDatabase } from "@/lib/platform/database/test-database";
import { inTransaction } from "@/lib/platform/database/transaction";
import { scanFacets } from "@/lib/recordings/counts/facets";
import { emptyFilter } from "@/lib/recordings/filter/filter";
import { parseRecordingQuery } from "@/lib/recordings/filter/filter-url";
import { storeRecords } from "@/lib/recordings/ledger/ledger";
import { listRecordings } from "@/lib/recordings/query/queries";
import { foldText, toSearchText } from "@/lib/recordings/record/search-text";
import { toCallRecord } from "@/lib/recordings/record/test-record";
import { buildWhere } from "@/lib/recordings/sql/where";
import { Prisma } from "@/prisma/client/client";
import { newSignsStep } from "./start-worker";

let database: TestDatabase;
let pool: pg.Pool;
const me = "01a1f80b-3cda-7b58-800f-31b7db2ed6a0";

const summaries = [
  "猫が好きです",
  "東京都に住む",
  "京東 asked",
  "東 京",
  "50% off, really?!",
  "500 off!",
  "C++ and C#",
  "a + b",
  "한국 사람",
  "ﾈｺ",
  "_under%score\\",
  "nothing of the kind",
];
const records = Array.from({ length: 240 }, (_, n) =>
  toCallRecord(`call${n}`, {
    summary: `${summaries[n % summaries.length]} ${n}`,
    createdAt: new Date(Date.UTC(2026, 10, 20) - n * 3_600_000).toISOString(),
  }),
);

beforeAll(async () => {
  database = await createTestDatabase();
  process.env.DATABASE_URL = database.url;
  pool = new pg.Pool({ connectionString: database.url, max: 2 });
  await inTransaction(pool, (client) =>
    storeRecords(
      client,
      records.map((record, position) => ({
        record,
        position,
        acceptedSeq: BigInt(position + 1),
        acceptedAt: new Date(),
        payloadHash: null,
        deliveryId: me,
      })),
    ),
  );
  // As an older Earshot left every other one.
  await pool.query("UPDATE recording SET signs = DEFAULT WHERE accepted_seq % 2 = 0");
  await pool.query("UPDATE upkeep SET finished_at = NULL WHERE task = 'read-signs'");
});
afterAll(async () => {
  await pool.end();
  await closeDatabase();
});

const searches = [
  "猫",
  "東京",
  "東",
  "京東",
  "?!",
  "50%",
  "%",
  "C++",
  "+",
  "#",
  "@",
  "한",
  "한국",
  "사람",
  "ネコ",
  "_",
  "\\",
  "猫 好き",
  "東京 に",
  "で",
  "犬",
  "。",
  "++ #",
];

test.each([
  ["before anybody looked at their signs", 120],
  ["after it", 0],
])("signs are found %s", async (_, unread) => {
  if (unread === 0) await newSignsStep(me)(pool);
  const { rows } = await pool.query("SELECT FROM recording WHERE signs = ARRAY['']");
  expect(rows).toHaveLength(unread);
  for (const q of searches) {
    const words = q.split(" ").map(foldText);
    const expected = records
      .filter((record) => words.every((word) => toSearchText(record).includes(word)))
      .map(({ id }) => id);
    const query = parseRecordingQuery(new URLSearchParams({ q, limit: "200" }));
    const list = await listRecordings(query, { timeZone: "UTC" });
    expect([q, list.rows.map(({ id }) => id)]).toEqual([q, expected.slice(0, 200)]);
    const { total } = await scanFacets({ ...emptyFilter, q }, "UTC");
    expect([q, total]).toEqual([q, expected.length]);
  }
});

test("it is done once, and again by nobody", async () => {
  const finishedAt = async () =>
    (await pool.query("SELECT finished_at FROM upkeep WHERE task = 'read-signs'")).rows[0];
  const before = await finishedAt();
  expect(before.finished_at).not.toBeNull();
  await pool.query("UPDATE recording SET signs = DEFAULT WHERE id = 'call1'");
  await newSignsStep(me)(pool);
  expect(await finishedAt()).toEqual(before);
  const { rows } = await pool.query("SELECT signs FROM recording WHERE id = 'call1'");
  expect(rows).toEqual([{ signs: [""] }]);
});

test("while the version before may write, which knows no signs, nobody reads any", async () => {
  await pool.query("UPDATE ledger_form SET lean_from = now() + interval '1 hour'");
  await pool.query("UPDATE upkeep SET finished_at = NULL WHERE task = 'read-signs'");
  const record = toCallRecord("call2", { summary: "犬 then" });
  const arrival = { record, position: 0, acceptedSeq: 900n, acceptedAt: new Date() };
  await inTransaction(pool, (client) =>
    storeRecords(client, [{ ...arrival, payloadHash: null, deliveryId: me }]),
  );
  await newSignsStep(me)(pool);
  const signs = "SELECT signs FROM recording WHERE id = 'call2'";
  expect((await pool.query(signs)).rows).toEqual([{ signs: [""] }]);
  await pool.query("UPDATE recording SET search_text = '猫 now' WHERE id = 'call2'");

  await pool.query("UPDATE ledger_form SET lean_from = now()");
  await newSignsStep(me)(pool);
  expect((await pool.query(signs)).rows).toEqual([{ signs: ["猫"] }]);
});

test("a changed call has the signs of what it says now", async () => {
  const record = toCallRecord("call0", { summary: "犬 instead" });
  await inTransaction(pool, (client) =>
    storeRecords(client, [
      {
        record,
        position: 0,
        acceptedSeq: 1_000n,
        acceptedAt: new Date(),
        payloadHash: null,
        deliveryId: me,
      },
    ]),
  );
  const { rows } = await pool.query("SELECT signs FROM recording WHERE id = 'call0'");
  expect(rows[0].signs).toContain("犬");
  expect(rows[0].signs).not.toContain("猫");
});

test("one sign is looked for in the index", async () => {
  await pool.query(`
    INSERT INTO recording SELECT (jsonb_populate_record(recording, jsonb_build_object(
      'id', 'more-' || n, 'created_at', created_at - interval '1 hour' * n))).*
    FROM recording CROSS JOIN generate_series(1, 5000) AS n WHERE id = 'call11'`);
  await pool.query("VACUUM ANALYZE recording");
  const where = buildWhere({ ...emptyFilter, q: "猫" }, { timeZone: "UTC" });
  const plan = await db().$queryRaw(Prisma.sql`
    EXPLAIN SELECT id FROM recording WHERE ${where}`);
  expect(JSON.stringify(plan)).toContain("recording_filter_idx");
});
