import fc from "fast-check";
import pg from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { backgroundPool, closeDatabase, db } from "@/lib/platform/database/db";
import { createTestDatabase, type TestDatabase } from "@/lib/platform/database/test-database";
import { Prisma } from "@/prisma/client/client";
import {
  emptyFilter,
  isByInstant,
  type RecordingFilter,
  recordingSortSchema,
  type ValueFilter,
} from "../filter/filter";
import { buildOrder, buildWhere, unknownMinutes } from "../sql/where";
import { addUpAll } from "../totals/test-totals";
import { countAnew } from "../totals/totals";
import type { RowsWanted } from "./edge-sql";
import { findMarked, narrowToMarks } from "./find-marked";
import { findRows } from "./find-rows";

let database: TestDatabase;
const options = { timeZone: "Asia/Kathmandu" };

beforeAll(async () => {
  database = await createTestDatabase();
  process.env.DATABASE_URL = database.url;
  const client = new pg.Client(database.url);
  await client.connect();
  await client.query(fill);
  await client.query(mark);
  await client.query(say);
  await client.query("ANALYZE recording");
  await client.end();
  await countAnew(backgroundPool());
  await addUpAll(backgroundPool());
});

afterAll(async () => {
  await closeDatabase();
});

/** Calls of years and of single hours, of the first year and of the last, many of one instant. */
const fill = `
  INSERT INTO recording (id, minutes_used, call_sid, recording_attachment, campaign, has_transcript,
    summary, created_at, status, customer_id, customer_first_name, customer_last_name,
    customer_phone_number, customer_gender, customer_type, customer_is_confirmed,
    customer_is_phone_number_correct, search_text, phone_digits, accepted_seq, first_seq,
    content_hash, received_at, changed_at, is_incomplete)
  SELECT 'rec-' || lpad((n * 7919 % 3000)::text, 4, '0'), CASE WHEN n % 40 = 7 THEN NULL
      WHEN n % 4 = 0 THEN n % 397 ELSE n % 3 END,
    'CA', 'https://files.example.com/a.mp3', (ARRAY['spring', 'autumn', NULL, 'pilot'])[1 + CASE WHEN n % 50 = 0 THEN 3 ELSE n % 3 END],
    CASE WHEN n % 80 <> 7 THEN n % 7 > 0 END, '', CASE
      WHEN n = 1 THEN '0001-01-01T00:00Z'::timestamptz
      WHEN n = 2 THEN '9999-12-31T23:59:59Z'::timestamptz
      WHEN n % 3 = 0 THEN '2026-11-20T10:00Z'::timestamptz - interval '1 minute' * (n / 30)
      ELSE '2026-11-20T10:00Z'::timestamptz - interval '11 hours' * n END,
    (ARRAY['completed', 'failed', 'escalated'])[1 + CASE WHEN n % 90 = 0 THEN 2 ELSE n % 2 END],
    'cus-' || n % 40, 'Ada', 'Example', '+1 212 555 01' || lpad((n % 100)::text, 2, '0'),
    'female', CASE WHEN n % 60 = 0 THEN 'partner' END, n % 2 = 0, n % 5 > 0,
    CASE WHEN n % 70 = 0 THEN 'a refund, zebra' WHEN n % 2 = 0 THEN 'a refund' ELSE 'nothing' END,
    '121255501' || lpad((n % 100)::text, 2, '0'), n, n, ''::bytea, now(),
    '2026-11-20T10:00Z'::timestamptz - interval '5 hours' * (n / 2 * 7919 % 3000),
    n % 40 = 7
  FROM generate_series(1, 3000) AS n`;

/** Most have one mark, many none, some two, a few of them a rare one. */
const mark = `
  INSERT INTO call_mark SELECT id, 'audio:' || mark, created_at FROM recording,
    unnest(ARRAY['kept', 'waiting', 'gone', 'too_large']) AS mark
  WHERE CASE mark WHEN 'kept' THEN accepted_seq % 10 < 6 WHEN 'waiting' THEN accepted_seq % 9 = 1
    WHEN 'gone' THEN accepted_seq % 300 = 5 ELSE accepted_seq = 77 END
  UNION ALL SELECT id, 'check:' || mark, created_at FROM recording,
    unnest(ARRAY['silent', 'length']) AS mark
  WHERE CASE mark WHEN 'silent' THEN accepted_seq % 7 = 1 ELSE accepted_seq % 100 = 5 END`;

/** What was said in some calls, of which the texts of others know nothing. */
const say = `
  INSERT INTO transcript_search SELECT id, created_at,
    CASE WHEN accepted_seq % 400 = 3 THEN 'a mango, 猫' ELSE 'a papaya' END,
    CASE WHEN accepted_seq % 400 = 3 THEN ARRAY['猫'] ELSE '{}' END
  FROM recording WHERE accepted_seq % 5 = 3`;

const choice = (...values: (string | null)[]) =>
  fc.oneof(
    { weight: 3, arbitrary: fc.constant<ValueFilter>({ include: [], exclude: [] }) },
    fc.record({ include: fc.subarray(values), exclude: fc.subarray(values) }),
  );
const flag = fc.option(fc.constantFrom(true, false, "empty" as const, "not-empty" as const), {
  freq: 3,
});
const filters: fc.Arbitrary<RecordingFilter> = fc.record({
  status: choice("completed", "failed", "escalated", "unheard-of"),
  campaign: choice("spring", "autumn", "pilot", null),
  gender: fc.constant(emptyFilter.gender),
  type: choice("partner", null),
  customer: choice("cus-3", "cus-4"),
  check: choice("silent", "length", null),
  audio: choice("kept", "waiting", "gone", "too_large", null),
  heard: fc.constant(emptyFilter.heard),
  tag: fc.constant(emptyFilter.tag),
  review: fc.constant(emptyFilter.review),
  notes: fc.constant(emptyFilter.notes),
  mentioned: fc.constant(emptyFilter.mentioned),
  protected: fc.constant(emptyFilter.protected),
  text: fc.constant(emptyFilter.text),
  q: fc.constantFrom(
    "",
    "",
    "refund",
    "zebra",
    "z",
    "re",
    "5550142",
    "_",
    "refund zebra",
    "absent",
    "mango",
    "papaya",
    "papaya refund",
    "mango zebra",
    "ma",
    "猫",
    "papaya mango",
    "mango 猫",
    "122 papaya",
    "papaya refund zebra",
    "papaya mango 猫 refund",
  ),
  from: fc.constantFrom(null, null, "2024-02-03", "2026-11-19"),
  to: fc.constantFrom(null, null, "2025-12-31", "2026-11-19"),
  days: fc.constant(null),
  changedSince: fc.constantFrom(null, null, "2026-11-01T00:00Z", "2025-12-01T00:00:00Z"),
  transcript: flag,
  confirmed: flag,
  phoneOk: flag,
  incomplete: fc.constantFrom(null, null, true, false),
  minutes: fc.constantFrom(
    { least: null, most: null },
    { least: 2, most: 40 },
    { least: 250, most: 310 },
    { least: 5, most: 4 },
    { least: 60, most: null },
  ),
});

test("pages one after the other, either way, are what a plain query gives", async () => {
  const sorts = fc.constantFrom(...recordingSortSchema.options);
  await fc.assert(
    fc.asyncProperty(filters, sorts, fc.boolean(), async (filter, sort, isReversed) => {
      const side = isReversed ? "before" : "after";
      const expected = await db().$queryRaw<{ id: string }[]>`
        SELECT id FROM recording WHERE ${buildWhere(filter, options)}
        ORDER BY ${buildOrder(sort, { isReversed })}`;
      const read: string[] = [];
      let cursor = isReversed ? farEnd(sort) : null;
      for (;;) {
        const place = { sort, after: null, before: null, [side]: cursor };
        const rows = await findRows<Listed>({ columns, filter, place, limit: 160 }, options);
        read.push(...rows.map(({ id }) => id));
        const last = rows.at(-1);
        if (!last || rows.length < 160) break;
        cursor = `${isByInstant(sort) ? last[sort.endsWith("created_at") ? "micros" : "changed"] : (last.minutes ?? unknownMinutes)}~${last.id}`;
      }
      expect(read).toEqual(expected.map(({ id }) => id));
    }),
    { numRuns: 60 },
  );
});

test.each([
  "mango",
  "papaya",
  "猫",
  "re",
  "absent",
  "5550142",
  "papaya mango",
  "mango 猫",
  "122 papaya",
  "refund papaya",
  "zebra mango",
  "papaya refund zebra",
  "papaya mango 猫 refund",
  "re 5550 papaya",
])("what a call tells and what was said in it is found once: %s", async (q) => {
  const lists: [string[], RowsWanted["place"]["sort"]][] = [
    [[], "-created_at"],
    [["failed"], "created_at"],
    [["completed", "escalated"], "-minutes_used"],
  ];
  for (const [include, sort] of lists) {
    const filter = { ...emptyFilter, q, status: { include, exclude: [] } };
    const expected = await db().$queryRaw<{ id: string }[]>`
      SELECT id FROM recording WHERE ${buildWhere(filter, options)} ORDER BY ${buildOrder(sort)}`;
    const place = { sort, after: null, before: null };
    const rows = await findRows<Listed>({ columns, filter, place, limit: 5_000 }, options);
    expect(rows.map(({ id }) => id)).toEqual(expected.map(({ id }) => id));
  }
});

test("of marks that many have, their index gives the same, or leaves it to the calls", async () => {
  let told = 0;
  const bounds = fc.record({
    slice: fc.constantFrom(3, 20, 200),
    walked: fc.constantFrom(5, 300, 5_000),
    sorted: fc.constantFrom(3, 300, 5_000),
    counted: fc.constantFrom(7, 300, 5_000),
  });
  const sorts = fc.constantFrom(...recordingSortSchema.options);
  const all = ["kept", "waiting", "gone", "too_large"];
  const values = fc.subarray(all);
  const marked = fc
    .record({
      audio: fc.record({ include: values, exclude: fc.subarray(all, { maxLength: 1 }) }),
      check: choice("silent", "length", null),
      status: choice("completed", "escalated"),
      phoneOk: flag,
    })
    .map((change) => ({ ...emptyFilter, ...change }));
  await fc.assert(
    fc.asyncProperty(fc.oneof(filters, marked), sorts, bounds, async (filter, sort, bound) => {
      const place = { sort, after: null, before: null };
      const where = buildWhere(filter, options);
      const expected = await db().$queryRaw<{ id: string }[]>`
        SELECT id FROM recording WHERE ${where} ORDER BY ${buildOrder(sort)} LIMIT 40`;
      const wanted = { columns, filter, place, limit: 40 };
      const rows = await findMarked<Listed>(wanted, options, undefined, bound);
      if (rows) expect(rows.map(({ id }) => id)).toEqual(expected.map(({ id }) => id));

      const found = await narrowToMarks(filter, options.timeZone, 40, undefined, bound);
      if (found) {
        told += 1;
        const counts = await db().$queryRaw<{ found: number; all: number }[]>`
          SELECT (SELECT count(*)::int FROM (${found} LIMIT 40) AS few) AS found,
            (SELECT count(*)::int FROM recording WHERE ${where}) AS all`;
        expect(counts).toEqual([{ found: Math.min(40, counts[0]?.all ?? 0), all: counts[0]?.all }]);
      }
    }),
    { numRuns: 200 },
  );
  expect(told).toBeGreaterThan(10);
});

test("a call that comes in between two reads is neither shown twice nor pushes one out", async () => {
  const filter = { ...emptyFilter, type: { include: ["partner"], exclude: [] } };
  const wanted: RowsWanted = {
    columns,
    filter,
    limit: 50,
    place: { sort: "-created_at", after: null, before: null },
  };
  const quiet = (await findRows<Listed>(wanted, options)).map(({ id }) => id);
  expect(quiet).toHaveLength(50);
  const writing = (async () => {
    for (let n = 0; n < 20; n++) {
      await db().$executeRaw`
        INSERT INTO recording SELECT (jsonb_populate_record(recording, jsonb_build_object(
          'id', ${`new-${n}`}::text, 'created_at', '2026-11-20T10:00:01Z'))).*
        FROM recording WHERE id = 'rec-0005'`;
    }
  })();
  for (let round = 0; round < 10; round++) {
    const ids = (await findRows<Listed>(wanted, options)).map(({ id }) => id);
    expect(ids.filter((id) => !id.startsWith("new-"))).toEqual(quiet.slice(0, ids.length));
    expect(new Set(ids).size).toBe(ids.length);
  }
  await writing;
});

test("a word of Chinese is found by its signs, whose letters the index of words may not know", async () => {
  const [, plan] = await db().$transaction([
    db().$executeRaw`SET LOCAL enable_seqscan = off`,
    db().$queryRaw(Prisma.sql`
      EXPLAIN SELECT FROM recording WHERE ${buildWhere({ ...emptyFilter, q: "保険証" }, options)}`),
  ]);
  expect(JSON.stringify(plan)).toMatch(/Index Cond: [^"]*signs &&/);
  // Of letters that it doesn't know it would read all of its words.
  expect(JSON.stringify(plan)).not.toMatch(/Index Cond: [^"]*search_text/);
});

type Listed = { id: string; micros: bigint; changed: bigint; minutes: number | null };

const columns = Prisma.sql`id, minutes_used AS minutes,
  (extract(epoch FROM created_at) * 1000000)::bigint AS micros,
  (extract(epoch FROM changed_at) * 1000000)::bigint AS changed`;

/** A cursor behind the last row, where a list is begun that is read backward. */
function farEnd(sort: RowsWanted["place"]["sort"]): string {
  const isDescending = sort.startsWith("-");
  if (sort.endsWith("minutes_used")) return isDescending ? `${unknownMinutes}~a` : "2147483647~z";
  return isDescending ? "-100000000000000000~a" : "253402300799999999~z";
}
