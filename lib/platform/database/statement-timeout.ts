import "server-only";
import pg from "pg";
import { codeOf } from "../faults";
import { env } from "../settings/env";

/** Poolers that share connections refuse settings of a connection that they don't know. */
export async function takesStatementTimeout(connectionString: string): Promise<boolean> {
  const client = new pg.Client({
    connectionString,
    statement_timeout: 60_000,
    connectionTimeoutMillis: 5_000,
  });
  client.on("error", () => undefined);
  try {
    await client.connect();
    return true;
  } catch (error) {
    if (codeOf(error) === "08P01") return false;
    throw error;
  } finally {
    await client.end().catch(() => undefined);
  }
}

/**
 * Finds out what `npm start` tells its programs, where a program runs without it; to be called before the
 * database is used. From a database that is away nothing is learnt: the driver alone ends statements then.
 */
export async function learnStatementTimeout(): Promise<void> {
  const url = env().DATABASE_URL?.reveal();
  if (process.env.EARSHOT_STATEMENT_TIMEOUT !== undefined || url === undefined) return;
  const takesIt = await takesStatementTimeout(url).catch(() => undefined);
  if (takesIt !== undefined) process.env.EARSHOT_STATEMENT_TIMEOUT = takesIt ? "1" : "0";
}
