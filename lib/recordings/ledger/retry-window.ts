import "server-only";
import type { PoolClient } from "pg";
import { parseRetryWindow, retryWindowName } from "@/lib/settings/schema";

/** For how long after a payload the same one counts as its retry; 0: never. */
export async function readRetryWindowMs(client: PoolClient): Promise<number> {
  const { rows } = await client.query<{ value: unknown }>(
    "SELECT value FROM setting WHERE name = $1",
    [retryWindowName],
  );
  return parseRetryWindow(rows[0]?.value).minutes * 60_000;
}
