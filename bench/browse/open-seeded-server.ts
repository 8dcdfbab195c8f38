import { mkdir, rm } from "node:fs/promises";
import { join } from "node:path";
import pg from "pg";
import { migrate } from "@/lib/platform/migrations/migrate";
import { startEmbeddedPostgres } from "@/lib/platform/postgres/embedded-postgres";
import { findFreePort } from "@/lib/platform/process/processes";
import { countAnew, fillZones } from "@/lib/recordings/totals/totals";
import { say } from "../report/say";
import { once } from "../scratch/run-scenarios";
import type { Scratch } from "../scratch/scratch";
import { type Server, startServer } from "../server/server";
import { signIn } from "../server/sign-in";
import { connections, inTurns, withLoadingPool, withoutIndexes } from "../server/without-indexes";
import { generateCalls, insertCustomers } from "./generated-calls";
import { insertMarks, insertTranscripts, markTables, transcriptTables } from "./generated-marks";

/** A product with so many calls, and somebody who is signed in. */
export type SeededServer = {
  rows: number;
  server: Server;
  databaseUrl: string;
  /** The header with which one is signed in. */
  cookie: string;
};

/** Of which each reading takes minutes, and more milliseconds are allowed for a count. */
export function isVast({ rows }: SeededServer): boolean {
  return rows > 1_000_000;
}

/**
 * Products on one PostgreSQL, from one build: one is small, one as large as is asked, and one has the same
 * calls as the large one, which nobody has heard, marked or noted anything of: it is made when it is asked for.
 */
export type Shops = {
  small: SeededServer;
  large: SeededServer;
  unmarked: () => Promise<SeededServer>;
};

const smallRows = 10_000;

/** @param place the folder of their databases: what is whole there is used as it is, and the rest loaded */
export async function openSeededServers(
  scratch: Scratch,
  source: string,
  { place, rows, isCompared }: { place: string; rows: number; isCompared: boolean },
): Promise<Shops> {
  await mkdir(place, { recursive: true });
  const postgres = await startEmbeddedPostgres({
    dataDirectory: place,
    password: "bench",
    say: () => undefined,
  });
  scratch.defer(() => postgres.stop());

  const urlOf = (name: string) =>
    Object.assign(new URL(postgres.superuserUrl), { pathname: `/${name}` }).href;
  const ask = (statement: string) =>
    withClient(postgres.superuserUrl, async (client) => (await client.query(statement)).rows);
  const load = async (name: string, count: number) => {
    await ask(`CREATE DATABASE ${name}`);
    await migrate(urlOf(name), join(source, "prisma", "migrations"));
    await loadCalls(urlOf(name), count);
    await loadBeside(urlOf(name), transcriptTables, insertTranscripts);
  };
  const mark = (name: string) => loadBeside(urlOf(name), markTables, insertMarks);
  const open = async (name: string, count: number): Promise<SeededServer> => {
    const databaseUrl = urlOf(name);
    say(`${name}: starting Earshot with ${count} calls`);
    const dataDir = join(place, name);
    const server = startServer({ source, dataDir, databaseUrl, port: await findFreePort() });
    scratch.defer(() => server.stop());
    await server.ready;
    return { rows: count, server, databaseUrl, cookie: await signIn(server.url) };
  };

  const whole = `${rows} calls${isCompared ? ", compared" : ""}`;
  const [kept] = await ask(
    `SELECT FROM pg_database WHERE shobj_description(oid, 'pg_database') LIKE '${whole}%'`,
  );
  if (!kept) {
    for (const name of ["small", "large", "unmarked"]) {
      await ask(`DROP DATABASE IF EXISTS ${name}`);
      await rm(join(place, name), { recursive: true, force: true });
    }
    await load("small", smallRows);
    await mark("small");
    await load("large", rows);
    if (isCompared) await ask("CREATE DATABASE unmarked TEMPLATE large STRATEGY FILE_COPY");
    await mark("large");
    await ask(`COMMENT ON DATABASE large IS '${whole}'`);
  }
  // What was loaded is no longer on its way to the disk.
  await ask("CHECKPOINT");
  const small = await open("small", smallRows);
  const large = await open("large", rows);
  return { small, large, unmarked: once(() => open("unmarked", rows)) };
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

/**
 * Fills an empty ledger as a restored backup would: without indexes, which are put back at the
 * end, when all that is derived is counted.
 */
async function loadCalls(databaseUrl: string, rows: number): Promise<void> {
  await withLoadingPool(databaseUrl, async (pool) => {
    await withoutIndexes(pool, ["recording", "customer", "customer_calls"], async () => {
      await insertCalls(pool, rows);
      await pool.query(insertCustomers);
    });
    await countAnew(pool);
    while (await fillZones(pool));
    await pool.query("VACUUM ANALYZE");
  });
}

/** The same for what stands beside the calls. */
async function loadBeside(url: string, tables: string[], statements: string[]): Promise<void> {
  await withLoadingPool(url, async (pool) => {
    say(`loading ${tables[0]} and what belongs to it`);
    await withoutIndexes(pool, tables, async () => {
      for (const statement of statements) await pool.query(statement);
    });
    await pool.query(`VACUUM ANALYZE ${tables.join(", ")}`);
  });
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
