import "server-only";
import type { Pool, PoolClient } from "pg";
import { sqlStateOf } from "./database-fault";

/**
 * Runs `work` on one snapshot and commits, durably; at READ COMMITTED, each statement sees the latest.
 * Serialization failures and deadlocks are tried again, up to ten times, so `work` must have no
 * effect outside the database.
 */
export async function inTransaction<T>(
  pool: Pool,
  work: (client: PoolClient) => Promise<T>,
  isolation: "REPEATABLE READ" | "READ COMMITTED" = "REPEATABLE READ",
): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    const client = await pool.connect();
    const beganMs = performance.now();
    try {
      await client.query(`BEGIN ISOLATION LEVEL ${isolation}; ${limitsOf(pool)}; ${commitDurably}`);
      const result = await work(client);
      await client.query("COMMIT");
      client.release();
      return result;
    } catch (error) {
      await rollBack(client, error);
      if (!retriedCodes.has(sqlStateOf(error) ?? "") || attempt === maxAttempts) throw error;
      // On a slow machine too, those that met keep out of each other's way.
      const tookMs = Math.min(Math.max(performance.now() - beganMs, 20), 200);
      await new Promise((resolve) => setTimeout(resolve, Math.random() * tookMs * attempt));
    }
  }
}

/**
 * When the network loses us, PostgreSQL doesn't hear of it, and would keep our locks for hours.
 * When the driver gives a statement up, the database must not go on alone: it ends it before.
 */
function limitsOf({ options: { query_timeout } }: Pool): string {
  const idle = "SET LOCAL idle_in_transaction_session_timeout = '10s'";
  if (!query_timeout) return idle;
  const [statementMs, lockMs] = [0.9, 0.7].map((share) => Math.ceil(query_timeout * share));
  return `${idle}; SET LOCAL statement_timeout = ${statementMs}; SET LOCAL lock_timeout = ${lockMs}`;
}

/** Whatever the default of the database or the role says: what is committed is relied upon. */
const commitDurably = "SET LOCAL synchronous_commit = on";
const maxAttempts = 10;
const retriedCodes = new Set(["40001", "40P01"]);

/** After anything but the database's own word, the connection is broken and leaves the pool. */
async function rollBack(client: PoolClient, reason: unknown): Promise<void> {
  if (sqlStateOf(reason) === undefined) return client.release(true);
  try {
    await client.query("ROLLBACK");
    client.release();
  } catch (error) {
    client.release(error instanceof Error ? error : true);
  }
}
