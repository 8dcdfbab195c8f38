import pg from "pg";
import { say } from "../report/say";

/** As many as a machine of two processors has use for. */
export const connections = 2;

/** For filling a database before anything is measured of it. */
export async function withLoadingPool(
  url: string,
  work: (pool: pg.Pool) => Promise<void>,
): Promise<void> {
  const pool = new pg.Pool({
    connectionString: url,
    max: connections,
    query_timeout: 0,
    options: "-c maintenance_work_mem=1GB -c synchronous_commit=off",
  });
  try {
    await work(pool);
  } finally {
    await pool.end();
  }
}

/** As many at once as there are connections. */
export async function inTurns<T>(items: T[], work: (item: T) => Promise<unknown>): Promise<void> {
  const waiting = [...items];
  const take = async () => {
    for (let item = waiting.shift(); item !== undefined; item = waiting.shift()) await work(item);
  };
  await Promise.all(Array.from({ length: connections }, take));
}

/**
 * Fills tables as a restored backup would: their indexes are put back at the end, and those that take longest
 * begin first.
 */
export async function withoutIndexes(
  pool: pg.Pool,
  tables: string[],
  work: () => Promise<void>,
): Promise<void> {
  const { rows } = await pool.query<{ name: string; definition: string }>(
    `SELECT indexname AS name, indexdef AS definition FROM pg_indexes
     WHERE tablename = ANY($1) AND indexdef NOT LIKE 'CREATE UNIQUE%'
     ORDER BY indexdef LIKE '%USING gin%' DESC, tablename DESC`,
    [tables],
  );
  for (const { name } of rows) await pool.query(`DROP INDEX ${pg.escapeIdentifier(name)}`);
  await work();
  say("building the indexes");
  await inTurns(rows, ({ definition }) => pool.query(definition));
}
