import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { backgroundPool, closeDatabase } from "@/lib/platform/database/db";
import { createTestDatabase, type TestDatabase } from "@/lib/platform/database/test-database";
import { parseRecordingQuery } from "../filter/filter-url";
import { seqsPerMs } from "../record/call-record";
import { addUpAll } from "../totals/test-totals";
import { countAnew } from "../totals/totals";
import { countNewRecordings, getNewestSeq, listRecordings } from "./queries";

let database: TestDatabase;
const options = { timeZone: "UTC" };

beforeAll(async () => {
  database = await createTestDatabase();
  process.env.DATABASE_URL = database.url;
  await withClient(async (client) => {
    await client.query(fill);
    await client.query(say);
    await client.query("VACUUM ANALYZE recording, transcript_search");
  });
  await countAnew(backgroundPool());
  await addUpAll(backgroundPool());
});
afterAll(closeDatabase);

/** Calls of two years. Of a thousand one is escalated, one is of the pilot, one is incomplete, and one mentions a zebra. */
const fill = `
  INSERT INTO recording (id, minutes_used, call_sid, recording_attachment, campaign, has_transcript,
    summary, created_at, status, customer_id, customer_first_name, customer_last_name,
    customer_phone_number, customer_gender, customer_type, customer_is_confirmed,
    customer_is_phone_number_correct, search_text, signs, phone_digits, accepted_seq, first_seq,
    content_hash, received_at, changed_at, is_incomplete)
  SELECT 'rec-' || n, n % 40, 'CA', 'https://files.example.com/a.mp3',
    CASE WHEN n % 1000 = 7 THEN 'pilot' ELSE 'spring' END, n % 1000 <> 13, '', at,
    CASE WHEN n % 1000 = 17 THEN 'escalated' ELSE 'completed' END, 'cus-' || n % 10000, 'Ada',
    'Example', '', 'female', CASE WHEN n % 1000 = 23 THEN 'partner' ELSE 'lead' END, true, true,
    CASE WHEN n % 1000 = 27 THEN 'a zebra' ELSE 'nothing' END,
    CASE WHEN n % 1000 = 33 THEN ARRAY['猫'] ELSE '{}' END, lpad(n::text, 10, '0'),
    (extract(epoch FROM at) - 1577836800)::bigint * 4096000000,
    (extract(epoch FROM at) - 1577836800)::bigint * 4096000000, ''::bytea, at, at, n % 1000 = 37
  FROM generate_series(1, 20000) AS n
  CROSS JOIN LATERAL (
    SELECT date_trunc('second', now()) - interval '1 hour' * (n - 1) AS at
  ) AS begun`;

/** What was said in half of these calls, the newest among them; a thousand old ones say a word. */
const say = `
  INSERT INTO transcript_search
  SELECT id, created_at,
    CASE WHEN n > 10000 AND n % 10 = 0 OR n BETWEEN 1000 AND 1100 THEN 'a mango' ELSE 'nothing' END
  FROM (SELECT id, created_at, substr(id, 5)::int AS n FROM recording) AS call WHERE n % 2 = 0`;

/** What a page asks, and the indexes that it must be answered by: at most so many calls are read. */
const pages: [search: string, index: string][] = [
  ["", "recording_created_at_id_idx"],
  ["sort=created_at", "recording_created_at_id_idx"],
  ["sort=-changed_at", "recording_changed_idx"],
  ["sort=changed_at", "recording_changed_idx"],
  ["sort=-minutes_used", "recording_known_minutes_idx"],
  ["campaign=pilot", "recording_campaign_created_at_id_idx"],
  ["customer=cus-4", "recording_customer_id_created_at_id_idx"],
  ["status=completed", "recording_created_at_id_idx"],
  ["status=escalated", "recording_filter_idx"],
  ["status=escalated&sort=created_at", "recording_filter_idx"],
  ["status=escalated&sort=-minutes_used", "recording_filter_idx"],
  ["status=!completed", "recording_filter_idx"],
  ["campaign=!spring", "recording_filter_idx"],
  ["incomplete=true", "recording_filter_idx"],
  ["incomplete=false", "recording_created_at_id_idx"],
  ["transcript=false", "recording_filter_idx"],
  ["type=partner", "recording_filter_idx"],
  ["status=completed&campaign=pilot", "recording_filter_idx"],
  ["q=zebra", "recording_filter_idx"],
  [`q=${encodeURIComponent("猫")}`, "recording_filter_idx"],
  ["q=0000012345", "recording_filter_idx"],
];

test.each(pages)("a page of %j reads few calls, and by %s", async (search, index) => {
  const query = parseRecordingQuery(new URLSearchParams(search));
  const { scans, rowsRead } = await watchScans(() => listRecordings(query, options));
  expect(scans.get(index) ?? 0).toBeGreaterThan(0);
  expect(scans.get("recording") ?? 0).toBe(0);
  expect(rowsRead).toBeLessThan(1_000);
});

test("a word that was said is looked for in the transcripts of few calls", async () => {
  const query = parseRecordingQuery(new URLSearchParams("q=mango"));
  let shown = 0;
  const list = async () => {
    shown = (await listRecordings(query, options)).rows.length;
  };
  const { rowsRead } = await watchScans(list, "transcript_search");
  expect(shown).toBe(50);
  expect(rowsRead).toBeLessThan(500);
});

test("what is new is found by when calls changed", async () => {
  const { filter } = parseRecordingQuery(new URLSearchParams("status=completed"));
  let isTold = false;
  const { scans, rowsRead } = await watchScans(async () => {
    const newest = await getNewestSeq();
    const day = BigInt(86_400) * 1_000n * seqsPerMs;
    // One of the 24 is escalated.
    isTold = (await countNewRecordings(filter, newest - day, options)) === 23;
  });
  expect(isTold).toBe(true);
  expect(scans.get("recording_changed_idx") ?? 0).toBeGreaterThan(1);
  expect(scans.get("recording") ?? 0).toBe(0);
  expect(rowsRead).toBeLessThan(200);
});

test("there are no more indexes of calls than pages are answered by", async () => {
  const names = await withClient(async (client) => {
    const { rows } = await client.query<{ name: string }>(
      "SELECT indexrelid::regclass::text AS name FROM pg_index WHERE indrelid = 'recording'::regclass",
    );
    return rows.map(({ name }) => name);
  });
  const asked = new Set(pages.map(([, index]) => index));
  expect(names.toSorted()).toEqual([...asked, "recording_pkey"].toSorted());
  expect(names.length).toBeLessThanOrEqual(7);
});

/** How often a table, under its name, and each of its indexes were read by what a list asks, and how many rows. */
async function watchScans(
  list: () => Promise<unknown>,
  table = "recording",
): Promise<{ scans: Map<string, number>; rowsRead: number }> {
  const before = await readScans(table);
  await list();
  const after = await readScans(table);
  const scans = [...after.scans].map(([name, count]) => {
    return [name, count - (before.scans.get(name) ?? 0)] as const;
  });
  return { scans: new Map(scans), rowsRead: after.rowsRead - before.rowsRead };
}

async function readScans(table: string) {
  // What a connection has read is known once it has ended.
  await closeDatabase();
  await sleep(100);
  return withClient(async (client) => {
    const { rows } = await client.query<{ name: string; scans: number; read: number }>(
      `
      SELECT relname AS name, seq_scan::int AS scans,
        (seq_tup_read + coalesce(idx_tup_fetch, 0))::int AS read
      FROM pg_stat_user_tables WHERE relname = $1
      UNION ALL SELECT indexrelname, idx_scan::int, 0
      FROM pg_stat_user_indexes WHERE relname = $1`,
      [table],
    );
    return {
      scans: new Map(rows.map(({ name, scans }) => [name, scans])),
      rowsRead: rows.reduce((sum, { read }) => sum + read, 0),
    };
  });
}

async function withClient<T>(work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client(database.url);
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}
