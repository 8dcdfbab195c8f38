import pg from "pg";
import { countAnew } from "@/lib/recordings/totals/totals";
import { say } from "../report/say";

const rowsAtOnce = 100_000;

/** Puts recordings straight into the ledger, as an installation has them that is years old. */
export async function fillLedger(databaseUrl: string, rows: number): Promise<void> {
  const pool = new pg.Pool({ connectionString: databaseUrl, query_timeout: 0 });
  try {
    await insertCalls(pool, rows);
    await countAnew(pool);
    await pool.query("ANALYZE recording, customer, customer_calls");
  } finally {
    await pool.end();
  }
}

/** Calls, one a minute until now, and their customers, in any schema that there has been. */
export async function insertCalls(pool: pg.Pool, rows: number): Promise<void> {
  for (let from = 0; from < rows; from += rowsAtOnce) {
    await pool.query(insertRecordings, [from, Math.min(rows, from + rowsAtOnce) - 1]);
    say(`filled with ${Math.min(rows, from + rowsAtOnce)} of ${rows} recordings`);
  }
  await pool.query(insertCustomers);
}

const insertRecordings = `
  INSERT INTO recording (id, minutes_used, call_sid, recording_attachment, campaign, has_transcript,
    summary, created_at, status, customer_id, customer_first_name, customer_last_name,
    customer_phone_number, customer_gender, customer_is_confirmed,
    customer_is_phone_number_correct, search_text, phone_digits, accepted_seq, first_seq,
    content_hash, received_at, changed_at)
  SELECT 'old-' || n, n % 40, 'CA' || n, 'https://calls.example.com/' || n || '.mp3',
    'campaign-' || n % 12, true, 'An older call, number ' || n,
    created_at, (ARRAY['completed', 'failed', 'busy'])[1 + n % 3],
    'customer-' || n % 10000, 'Kim', 'Example', '+1202555' || lpad((n % 10000)::text, 4, '0'),
    'female', true, true, 'an older call, number ' || n || ' kim example old-' || n,
    '1202555' || lpad((n % 10000)::text, 4, '0'), seq, seq, sha256(n::text::bytea), created_at, created_at
  FROM generate_series($1::bigint, $2::bigint) AS n
  CROSS JOIN LATERAL (SELECT now() - interval '1 minute' * n AS created_at) AS begun
  CROSS JOIN LATERAL (
    SELECT greatest(((extract(epoch FROM created_at) * 1000000)::bigint - 1577836800000000) * 4096, n) AS seq
  ) AS accepted`;

/** The people of these calls. */
const insertCustomers = `
  INSERT INTO customer (id, first_name, last_name, phone_number, gender, is_confirmed,
    is_phone_number_correct, accepted_seq, first_seen_at, changed_at, sort_name, search_text,
    phone_digits, phone_end)
  SELECT DISTINCT customer_id, customer_first_name, customer_last_name, customer_phone_number,
    customer_gender, true, true, 0, now(), now(), 'kim example', E'kim example\\n' || customer_id,
    phone_digits, right(phone_digits, 7)
  FROM recording WHERE id LIKE 'old-%'
  ON CONFLICT (id) DO NOTHING`;
