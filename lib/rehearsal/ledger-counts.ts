import "server-only";
import type { PoolClient } from "pg";
import { type LedgerCounts, mostCounted } from "./views";

/** How much the ledger holds, each counted up to a limit. */
export async function countLedger(client: PoolClient): Promise<LedgerCounts> {
  const { rows } = await client.query<LedgerCounts>(
    `SELECT
       (SELECT count(*)::int FROM (SELECT FROM delivery LIMIT $1) AS kept) AS deliveries,
       (SELECT count(*)::int FROM (SELECT FROM recording LIMIT $1) AS kept) AS recordings,
       (SELECT count(*)::int FROM (SELECT FROM customer LIMIT $1) AS kept) AS customers`,
    [mostCounted],
  );
  return rows[0] ?? { deliveries: 0, recordings: 0, customers: 0 };
}

/** The newest delivery's place in the order of acceptance; 0 when there is none. */
export async function readLastSeq(client: PoolClient): Promise<bigint> {
  const { rows } = await client.query<{ last: string }>(
    "SELECT coalesce(max(accepted_seq), 0) AS last FROM delivery",
  );
  return BigInt(rows[0]?.last ?? 0);
}
