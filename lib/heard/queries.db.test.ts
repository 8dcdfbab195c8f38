import pg from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { closeDatabase } from "@/lib/platform/database/db";
import { createTestDatabase, type TestDatabase } from "@/lib/platform/database/test-database";
import { parseRecordingQuery } from "@/lib/recordings/filter/filter-url";
import { addUpAll } from "@/lib/recordings/totals/test-totals";
import { countAnew } from "@/lib/recordings/totals/totals";
import { countHeard } from "./queries";

let database: TestDatabase;

beforeAll(async () => {
  database = await createTestDatabase();
  process.env.DATABASE_URL = database.url;
  const pool = new pg.Pool({ connectionString: database.url });
  await pool.query(fill);
  await pool.query(mark);
  await pool.query("ANALYZE recording, call_mark");
  await countAnew(pool);
  await addUpAll(pool);
  await pool.end();
});

afterAll(async () => {
  await closeDatabase();
});

/** 12,000 calls, of which the newest 10,500 are completed. */
const fill = `
  INSERT INTO recording (id, minutes_used, call_sid, recording_attachment, summary, created_at, status,
    customer_id, customer_first_name, customer_last_name, customer_phone_number, customer_gender,
    search_text, phone_digits, accepted_seq, first_seq, content_hash, received_at, changed_at,
    is_incomplete)
  SELECT 'rec-' || n, 1, 'CA', 'https://files.example.com/a.mp3', '',
    '2026-11-20T10:00Z'::timestamptz - interval '1 minute' * n,
    CASE WHEN n <= 10500 THEN 'completed' ELSE 'failed' END, 'cus-1', 'Ada', 'Example',
    '+1 212 555 0100', 'female', 'ada', '12125550100', n, n, ''::bytea, now(), now(), false
  FROM generate_series(1, 12000) AS n`;

/** Ann has heard 10,100 that are completed and 900 others; anybody all but each 20th; few are heard for half. */
const mark = `
  INSERT INTO call_mark SELECT id, 'heard:' || mark, created_at FROM recording,
    unnest(ARRAY['ann', 'anyone', 'half']) AS mark
  WHERE CASE mark WHEN 'ann' THEN accepted_seq <= 10100 OR accepted_seq > 11100
    WHEN 'anyone' THEN accepted_seq % 20 > 0 ELSE accepted_seq % 100 = 1 END`;

const exact = (count: number) => ({ count, isMore: false });

function count(address: string) {
  const { filter } = parseRecordingQuery(new URLSearchParams(address));
  return countHeard("ann", filter, "UTC");
}

test("where more are heard than are counted one by one, both sides are exact of all calls", async () => {
  expect(await count("")).toEqual({
    me: { heard: exact(11_000), unheard: exact(1_000) },
    anyone: { heard: exact(11_400), unheard: exact(600) },
    half: { heard: exact(120), unheard: exact(11_880) },
  });
  // Of these days are the newest 10,680.
  const { me, anyone } = await count("from=2026-11-13&to=2026-11-20");
  expect(me).toEqual({ heard: exact(10_100), unheard: exact(580) });
  expect(anyone).toEqual({ heard: exact(10_146), unheard: exact(534) });
});

test("and under another filter they say how many there are at least, or at the most", async () => {
  const { me, anyone, half } = await count("status=completed");
  // Really 400, and 525.
  expect(me).toEqual({
    heard: { count: 10_000, isMore: true },
    unheard: { count: 500, isMore: false, isMost: true },
  });
  expect(anyone.heard).toEqual({ count: 9_501, isMore: true });
  expect(anyone.unheard).toEqual({ count: 500, isMore: true });
  expect(half).toEqual({ heard: exact(105), unheard: exact(10_395) });
});
