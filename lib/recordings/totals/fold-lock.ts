import "server-only";
import type { PoolClient } from "pg";

/**
 * Lets one process at a time add up what has changed, until the end of the transaction; writers of
 * recordings know nothing of it. The first statement: whatever the isolation, what the one before
 * did is seen.
 */
export async function lockFolding(client: PoolClient): Promise<void> {
  await client.query("LOCK TABLE rollup_zone IN SHARE ROW EXCLUSIVE MODE");
}
