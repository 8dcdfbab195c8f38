import { mkdir } from "node:fs/promises";
import pg from "pg";
import { startEmbeddedPostgres } from "@/lib/platform/postgres/embedded-postgres";
import { findFreePort } from "@/lib/platform/process/processes";
import { countAnew } from "@/lib/recordings/totals/totals";
import { SentLedger } from "../ledger/sent-ledger";
import { say } from "../report/say";
import type { Scratch } from "../scratch/scratch";
import { type Sender, startSender } from "../sender/sender";
import { type Server, startServer } from "./server";

/** One product with a database, a sender and a ledger of its own. */
export type Site = {
  readonly server: Server;
  readonly databaseUrl: string;
  readonly sender: Sender;
  readonly ledger: SentLedger;
  stopPostgres: () => Promise<void>;
  startPostgres: () => Promise<void>;
  /** After a kill: the same data, the same address. */
  startAgain: () => Promise<void>;
};

type SiteOptions = {
  scratch: Scratch;
  name: string;
  source: string;
  env?: Record<string, string>;
  /** So many open files each process may have, instead of what the system allows. */
  descriptors?: number;
  rows?: number;
};

/** Runs the work at a new site, and ends all that either of them started. */
export async function withSite<T>(
  options: SiteOptions,
  work: (site: Site) => Promise<T>,
): Promise<T> {
  return options.scratch.enclose(async () => work(await openSite(options)));
}

async function openSite({ scratch, name, source, rows = 0, ...rest }: SiteOptions): Promise<Site> {
  const dataDir = scratch.path(name);
  await mkdir(dataDir, { recursive: true });
  const runPostgres = () =>
    startEmbeddedPostgres({ dataDirectory: dataDir, password: "bench", say: () => undefined });
  let postgres = await runPostgres();
  scratch.defer(() => postgres.stop());
  const databaseUrl = postgres.superuserUrl;

  say(`${name}: starting Earshot`);
  const port = await findFreePort();
  const runServer = () =>
    startServer({ source, dataDir: scratch.path(name, "data"), databaseUrl, port, ...rest });
  let server = runServer();
  scratch.defer(() => server.stop());
  await server.ready;
  if (rows > 0) await fillLedger(databaseUrl, rows);

  const ledger = new SentLedger();
  const sender = startSender(ledger, dataDir);
  scratch.defer(sender.close);
  return {
    get server() {
      return server;
    },
    databaseUrl,
    sender,
    ledger,
    stopPostgres: () => postgres.stop(),
    startPostgres: async () => {
      postgres = await runPostgres();
    },
    startAgain: async () => {
      server = runServer();
      await server.ready;
    },
  };
}

const rowsAtOnce = 100_000;

/** Puts recordings straight into the ledger, as an installation has them that is years old. */
export async function fillLedger(databaseUrl: string, rows: number): Promise<void> {
  const pool = new pg.Pool({ connectionString: databaseUrl, query_timeout: 0 });
  const client = await pool.connect();
  try {
    for (let from = 0; from < rows; from += rowsAtOnce) {
      await client.query(insert, [from, Math.min(rows, from + rowsAtOnce) - 1]);
      say(`filled with ${Math.min(rows, from + rowsAtOnce)} of ${rows} recordings`);
    }
    await client.query(insertCustomers);
    await countAnew(pool);
    await client.query("ANALYZE recording, customer, customer_calls");
  } finally {
    client.release();
    await pool.end();
  }
}

const insert = `
  INSERT INTO recording (id, minutes_used, call_sid, recording_attachment, campaign, has_transcript,
    summary, created_at, status, customer_id, customer_first_name, customer_last_name,
    customer_phone_number, customer_gender, customer_is_confirmed,
    customer_is_phone_number_correct, search_text, phone_digits, accepted_seq, first_seq,
    content_hash, received_at, changed_at)
  SELECT 'old-' || n, n % 40, 'CA' || n, 'https://calls.example.com/' || n || '.mp3',
    'campaign-' || n % 12, true, 'An older call, number ' || n,
    now() - interval '1 second' * (n * 60), (ARRAY['completed', 'failed', 'busy'])[1 + n % 3],
    'customer-' || n % 10000, 'Kim', 'Example', '+1202555' || lpad((n % 10000)::text, 4, '0'),
    'female', true, true, 'an older call, number ' || n || ' kim example old-' || n,
    '1202555' || lpad((n % 10000)::text, 4, '0'), n, n, sha256(n::text::bytea), now(), now()
  FROM generate_series($1::bigint, $2::bigint) AS n`;

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
