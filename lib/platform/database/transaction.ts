import "server-only";
import type { Pool, PoolClient } from "pg";

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

/** The SQLSTATE of a database error, undefined for any other; EPIPE is none. */
export function sqlStateOf(error: unknown): string | undefined {
  const code = error instanceof Error && "code" in error ? error.code : undefined;
  return typeof code === "string" && /^(?=.*\d)[0-9A-Z]{5}$/.test(code) ? code : undefined;
}

/** What took longer than it may: a statement itself, or its wait for what another one holds. */
export function timeoutOf(error: unknown): "statement" | "lock" | undefined {
  if (sqlStateOf(error) === "55P03") return "lock";
  const isDriver = error instanceof Error && error.message === "Query read timeout";
  return isDriver || sqlStateOf(error) === "57014" ? "statement" : undefined;
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

/** What is wrong with the database, in words that tell a stranger nothing more about it. */
export function describeDatabaseFault(error: unknown): string {
  return faults[sqlStateOf(error) ?? ""] ?? "the database does not answer";
}

const faults: Record<string, string> = {
  "25006": "the database is read-only",
  "28000": "the database refuses us",
  "28P01": "the database refuses us",
  "53100": "the disk of the database is full",
  "53300": "the database has no connection left for us",
  "57P03": "the database is starting or stopping",
};
