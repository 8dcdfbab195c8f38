import pg from "pg";
import { fillZones } from "@/lib/recordings/totals/keep-zones";
import { countAnew } from "@/lib/recordings/totals/verify-counts";
import { say } from "../say";
import { generateCalls, insertCustomers } from "./generated-calls";

const rowsAtOnce = 250_000;
const connections = 2;

/**
 * Fills an empty ledger as a restored backup would: without indexes, which are put back at the
 * end, when all that is derived is counted.
 */
export async function loadCalls(databaseUrl: string, rows: number): Promise<void> {
  const pool = new pg.Pool({
    ...{ connectionString: databaseUrl, max: connections, query_timeout: 0 },
    options: "-c maintenance_work_mem=1GB -c synchronous_commit=off",
  });
  try {
    const indexes = await dropIndexes(pool);
    await insertCalls(pool, rows);
    await pool.query(insertCustomers);
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

const tables = ["recording", "customer", "customer_calls"];

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
