import { fileURLToPath } from "node:url";
import pg from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { closeDatabase } from "@/lib/platform/database/db";
import { createEmptyDatabase, type TestDatabase } from "@/lib/platform/database/test-database";
import { migrate } from "@/lib/platform/migrations/migrate";
import { countFacets } from "@/lib/recordings/counts/count-calls";
import { readFacets, scanFacets } from "@/lib/recordings/counts/facets";
import { emptyFilter } from "@/lib/recordings/filter/filter";
import { foldCounts } from "@/lib/recordings/totals/changes";
import { addUpAll } from "@/lib/recordings/totals/test-totals";
import { verifyCounts } from "@/lib/recordings/totals/totals";
import { countAnewIfDue } from "./start-worker";

const folder = fileURLToPath(new URL("../../prisma/migrations", import.meta.url));
/** The last migration of an Earshot that counts no answers. */
const lastBefore = "20261122150100_no_triggers";
const me = "01a1f80b-3cda-7b58-800f-31b7db2ed6a0";

let database: TestDatabase;
let pool: pg.Pool;

beforeAll(async () => {
  database = await createEmptyDatabase();
  process.env.DATABASE_URL = database.url;
  pool = new pg.Pool({ connectionString: database.url, max: 4 });
  await migrate(database.url, folder, { isWanted: (name) => name <= lastBefore });
  await pool.query(callsOf(1, 300));
  await pool.query("UPDATE upkeep SET finished_at = now()");
  await pool.query("UPDATE rollup_zone SET filled_to = 'infinity'");
  await noteAsBefore(1, 300);
});
afterAll(async () => {
  await pool.end();
  await closeDatabase();
});

const callsOf = (first: number, last: number) => `
  INSERT INTO recording (id, minutes_used, call_sid, recording_attachment, campaign, has_transcript,
    summary, created_at, status, customer_id, customer_first_name, customer_last_name,
    customer_phone_number, customer_gender, customer_is_confirmed,
    customer_is_phone_number_correct, search_text, phone_digits, accepted_seq, first_seq,
    content_hash, received_at, changed_at, is_incomplete)
  SELECT 'rec-' || n, n % 9, 'CA', '', 'spring', CASE WHEN n % 5 > 0 THEN n % 2 = 0 END, '',
    '2026-01-01Z'::timestamptz + n * interval '7 hours', 'completed', '', '', '', '', 'female',
    n % 3 = 0, n % 7 > 0, '', '', n, n, sha256(n::text::bytea), now(), now(), n % 5 = 0
  FROM generate_series(${first}, ${last}) AS n`;

/** Notes calls as the version before does. */
async function noteAsBefore(first: number, last: number): Promise<void> {
  await pool.query(
    `INSERT INTO rollup_change (starts_at, key, status, campaign, gender, type, calls, minutes,
       with_transcript, confirmed, phone_number_correct)
     SELECT date_bin('15 minutes', created_at, '2012-01-01Z'), 1, status, campaign, customer_gender,
       '', 1, minutes_used, coalesce(has_transcript, false)::int, customer_is_confirmed::int,
       customer_is_phone_number_correct::int
     FROM recording WHERE accepted_seq BETWEEN $1 AND $2`,
    [first, last],
  );
}

const isCounted = async () => (await readFacets(emptyFilter, "UTC")) !== null;
const areTrue = async () => {
  for (const change of [{}, { transcript: false }, { confirmed: true, phoneOk: true }]) {
    const filter = { ...emptyFilter, ...change };
    expect(await countFacets(filter, "UTC")).toEqual(await scanFacets(filter, "UTC"));
  }
};

test("what was counted without answers is counted anew, and is true until then", async () => {
  await migrate(database.url, folder);
  expect(await isCounted()).toBe(false);
  await areTrue();
  await addUpAll(pool);
  expect(await isCounted()).toBe(false);
  await countAnewIfDue(pool, me);
  await addUpAll(pool);
  expect(await isCounted()).toBe(true);
  await areTrue();
  expect(await verifyCounts(pool)).toEqual([]);
});

test("the version before can't add up beside it", async () => {
  for (const insert of [
    `INSERT INTO rollup_quarter (starts_at, key, calls, minutes, with_transcript, confirmed,
       phone_number_correct) SELECT starts_at, key, 1, 0, 0, 0, 0 FROM rollup_quarter LIMIT 1
     ON CONFLICT (starts_at, key) DO UPDATE SET calls = rollup_quarter.calls + excluded.calls`,
    `INSERT INTO rollup_period (zone, period, starts_on, key, calls, minutes, with_transcript,
       confirmed, phone_number_correct) VALUES ('UTC', 'day', '2026-01-01', 1, 1, 0, 0, 0, 0)`,
  ]) {
    await expect(pool.query(insert)).rejects.toThrow(/violates check constraint/);
  }
});

test("what it notes makes the calls themselves be read, until they are counted anew", async () => {
  await pool.query(callsOf(301, 310));
  await noteAsBefore(301, 310);
  expect(await isCounted()).toBe(false);
  await areTrue();
  // No oftener than every few minutes, while the version before goes on.
  await foldCounts(pool);
  await countAnewIfDue(pool, me);
  expect(await isCounted()).toBe(false);
  await pool.query("UPDATE upkeep SET finished_at = now() - interval '6 minutes'");
  await foldCounts(pool);
  await countAnewIfDue(pool, me);
  await addUpAll(pool);
  expect(await isCounted()).toBe(true);
  await areTrue();
  expect(await verifyCounts(pool)).toEqual([]);
});
