import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import pg from "pg";
import { migrate } from "@/lib/platform/migrations/migrate";
import { startEmbeddedPostgres } from "@/lib/platform/postgres/embedded-postgres";
import { findFreePort } from "@/lib/platform/process/free-port";
import { fillZones } from "@/lib/recordings/totals/keep-zones";
import { countAnew } from "@/lib/recordings/totals/verify-counts";
import { say } from "../say";
import type { Scratch } from "../scratch/scratch";
import { type Server, startServer } from "../server/server";
import { signIn } from "../server/sign-in";

import { generateCalls, insertCustomers, insertMarks } from "./generated-calls";

/** A product with so many calls, and somebody who is signed in. */
export type SeededServer = {
  rows: number;
  server: Server;
  databaseUrl: string;
  /** The header with which one is signed in. */
  cookie: string;
};

/** Two products on one PostgreSQL, from one build: one is small, the other as large as is asked. */
export type Shops = { small: SeededServer; large: SeededServer };

const smallRows = 10_000;

export async function openSeededServers(
  scratch: Scratch,
  source: string,
  rows: number,
): Promise<Shops> {
  const dataDirectory = scratch.path("browse");
  await mkdir(dataDirectory, { recursive: true });
  const postgres = await startEmbeddedPostgres({
    ...{ dataDirectory, password: "bench", say: () => undefined },
  });
  scratch.defer(() => postgres.stop());

  const open = async (name: string, count: number): Promise<SeededServer> => {
    await withClient(postgres.superuserUrl, (client) => client.query(`CREATE DATABASE ${name}`));
    const databaseUrl = Object.assign(new URL(postgres.superuserUrl), {
      pathname: `/${name}`,
    }).href;
    await migrate(databaseUrl, join(source, "prisma", "migrations"));
    await loadCalls(databaseUrl, count);
    say(`${name}: starting Earshot with ${count} calls`);
    const dataDir = scratch.path("browse", name);
    const server = startServer({ source, dataDir, databaseUrl, port: await findFreePort() });
    scratch.defer(() => server.stop());
    await server.ready;
    return { rows: count, server, databaseUrl, cookie: await signIn(server.url) };
  };
  const small = await open("small", smallRows);
  return { small, large: await open("large", rows) };
}

export async function withClient<T>(
  url: string,
  work: (client: pg.Client) => Promise<T>,
): Promise<T> {
  const client = new pg.Client(url);
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

const mostRowsAtOnce = 250_000;
const connections = 2;

/**
 * Fills an empty ledger as a restored backup would: without indexes, which are put back at the
 * end, when all that is derived is counted.
 */
async function loadCalls(databaseUrl: string, rows: number): Promise<void> {
  const pool = new pg.Pool({
    ...{ connectionString: databaseUrl, max: connections, query_timeout: 0 },
    options: "-c maintenance_work_mem=1GB -c synchronous_commit=off",
  });
  try {
    const indexes = await dropIndexes(pool);
    await insertCalls(pool, rows);
    await pool.query(insertCustomers);
    await pool.query(insertMarks);
    say("building the indexes");
    await inTurns(indexes, (index) => pool.query(index));
    await countAnew(pool);
    while (await fillZones(pool));
    await pool.query("VACUUM ANALYZE");
  } finally {
    await pool.end();
  }
}

async function insertCalls(pool: pg.Pool, rows: number): Promise<void> {
  const rowsAtOnce = Math.min(mostRowsAtOnce, Math.ceil(rows / connections));
  const parts = Array.from({ length: Math.ceil(rows / rowsAtOnce) }, (_, n) => n * rowsAtOnce);
  let loaded = 0;
  await inTurns(parts, async (from) => {
    const to = Math.min(rows, from + rowsAtOnce);
    await pool.query(generateCalls, [from, to - 1, rows]);
    loaded += to - from;
    say(`loaded ${loaded} of ${rows} calls`);
  });
}

/** As many at once as there are connections. */
async function inTurns<T>(items: T[], work: (item: T) => Promise<unknown>): Promise<void> {
  const waiting = [...items];
  const take = async () => {
    for (let item = waiting.shift(); item !== undefined; item = waiting.shift()) await work(item);
  };
  await Promise.all(Array.from({ length: connections }, take));
}

const tables = ["recording", "customer", "customer_calls", "call_mark"];

/** @returns the statements that make them again, those that take longest first */
async function dropIndexes(pool: pg.Pool): Promise<string[]> {
  const { rows } = await pool.query<{ name: string; definition: string }>(
    `SELECT indexname AS name, indexdef AS definition FROM pg_indexes
     WHERE tablename = ANY($1) AND indexname NOT LIKE '%\\_pkey'
     ORDER BY indexdef LIKE '%USING gin%' DESC, tablename DESC`,
    [tables],
  );
  for (const { name } of rows) await pool.query(`DROP INDEX ${pg.escapeIdentifier(name)}`);
  return rows.map(({ definition }) => definition);
}
