import { fileURLToPath } from "node:url";
import pg from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { closeDatabase } from "@/lib/platform/database/db";
import { createEmptyDatabase, type TestDatabase } from "@/lib/platform/database/test-database";
import { migrate } from "@/lib/platform/migrations/migrate";
import { readFacets, scanFacets } from "@/lib/recordings/counts/facets";
import { emptyFilter } from "@/lib/recordings/filter/filter";
import { addUpAll } from "@/lib/recordings/totals/test-totals";
import { verifyCounts } from "@/lib/recordings/totals/totals";
import { compareCountsIfDue, countAnewIfDue } from "./start-worker";

const folder = fileURLToPath(new URL("../../prisma/migrations", import.meta.url));
/** The last migration of an Earshot whose counts were written by triggers. */
const lastBefore = "20261122130000_reread_cursor";
const me = "01a1f80b-3cda-7b58-800f-31b7db2ed6a0";

let database: TestDatabase;
let pool: pg.Pool;

beforeAll(async () => {
  database = await createEmptyDatabase();
  process.env.DATABASE_URL = database.url;
  pool = new pg.Pool({ connectionString: database.url, max: 4 });
  await migrate(database.url, folder, { isWanted: (name) => name <= lastBefore });
  await pool.query(fill);
});
afterAll(async () => {
  await pool.end();
  await closeDatabase();
});

const fill = `
  INSERT INTO recording (id, minutes_used, call_sid, recording_attachment, campaign, has_transcript,
    summary, created_at, status, customer_id, customer_first_name, customer_last_name,
    customer_phone_number, customer_gender, customer_is_confirmed,
    customer_is_phone_number_correct, search_text, phone_digits, accepted_seq, first_seq,
    content_hash, received_at, changed_at)
  SELECT 'rec-' || n, n % 9, 'CA', 'https://files.example.com/a.mp3',
    (ARRAY['spring', NULL])[1 + n % 2], n % 2 = 0, '', '2026-01-01Z'::timestamptz + n * interval '7 hours',
    (ARRAY['completed', 'busy', ''])[1 + n % 3], 'cus-' || n % 40, 'Noor', 'Haddad ' || n % 3, '', 'female',
    true, true, '', '', n, n, sha256(n::text::bytea), now(), now()
  FROM generate_series(1, 500) AS n;
  INSERT INTO customer (id, first_name, last_name, phone_number, gender, is_confirmed,
    is_phone_number_correct, accepted_seq, first_seen_at, changed_at, sort_name, search_text,
    phone_digits, phone_end)
  SELECT 'cus-' || n, 'Noor', 'Haddad', '', 'female', true, true, n, now(), now(), '', '', '', ''
  FROM generate_series(0, 40) AS n`;

test("what an older Earshot left is counted by the worker after the migration, once", async () => {
  await migrate(database.url, folder);
  expect(await readFacets(emptyFilter, "UTC")).toBeNull();
  await countAnewIfDue(pool, me);
  await addUpAll(pool);
  const kept = await readFacets(emptyFilter, "UTC");
  expect(kept).toEqual(await scanFacets(emptyFilter, "UTC"));
  expect(kept?.total).toBe(500);
  expect(await verifyCounts(pool)).toEqual([]);
  const { rows } = await pool.query("SELECT count(*)::int AS count FROM customer_calls");
  expect(rows).toEqual([{ count: 41 }]);

  await pool.query("UPDATE rollup_quarter SET calls = calls + 1");
  await countAnewIfDue(pool, me);
  expect(await verifyCounts(pool)).toMatchObject([{ of: "calls of quarters" }, {}, {}]);
});

test("a sample is compared once a night, or after a day without; what differs is told, and counted anew", async () => {
  const fault = async () =>
    (await pool.query("SELECT fault FROM upkeep WHERE task = 'verify-counts'")).rows[0]?.fault;
  await compareCountsIfDue(pool, me);
  expect(await fault()).toBeNull();
  await pool.query("UPDATE upkeep SET finished_at = now() - interval '25 hours'");
  await compareCountsIfDue(pool, me);
  expect(await fault()).toMatch(/^calls of quarters: \d+ differ.*; all was counted anew$/);
  await addUpAll(pool);
  expect(await verifyCounts(pool)).toEqual([]);
  await pool.query("UPDATE upkeep SET finished_at = now() - interval '25 hours'");
  await compareCountsIfDue(pool, me);
  expect(await fault()).toBeNull();
});

test.each([
  ["01:00:00", "1 second", true],
  ["01:30:00", "29 minutes", false],
  ["01:30:00", "31 minutes", true],
  ["04:59:59", "3 hours 59 minutes", false],
  ["04:59:59", "4 hours 1 minute", true],
  ["05:00:00", "4 hours 1 minute", false],
  ["12:00:00", "23 hours", false],
  ["12:00:00", "25 hours", true],
  ["00:59:59", "23 hours 59 minutes", false],
])("at %s UTC, %s after the last one, it is due: %s", async (time, ago, isDue) => {
  await pool.query(
    "UPDATE upkeep SET fault = 'of before', finished_at = now() - $1::interval WHERE task = 'verify-counts'",
    [ago],
  );
  await compareCountsIfDue(pool, me, new Date(`2026-11-27T${time}Z`));
  const { rows } = await pool.query("SELECT fault FROM upkeep WHERE task = 'verify-counts'");
  expect(rows).toEqual([{ fault: isDue ? null : "of before" }]);
});
