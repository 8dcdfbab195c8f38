import "server-only";
import type { Pool, PoolClient } from "pg";
import { strikeStage } from "@/lib/intake/drain/shadow-schema";
import { markRehearsal } from "@/lib/intake/secrets/check/secret-hashes";
import { inTransaction } from "@/lib/platform/database/pg-transaction";
import { listNamedIds } from "./plan-deliveries";
import { countStage } from "./read-stage";
import { countLedger } from "./store";
import type { RehearsalState, RehearsalStep, RemovalView } from "./views";

/**
 * Removes everything that an open rehearsal made, looks whether any of it is in the ledger, and
 * closes it: all of this or nothing. Safe to call again, from any process.
 * @param judge the state in which it ends, by whether nothing is left
 * @returns false: it was closed already
 */
export async function closeRehearsal(
  pool: Pool,
  id: string,
  judge: (isClean: boolean) => RehearsalState,
): Promise<boolean> {
  return inTransaction(pool, async (client) => {
    // Waits for what is just being stored on the stage; nothing comes onto it afterwards.
    const { rows } = await client.query<OpenRow>(
      "SELECT secret_hash, steps, last_seq FROM rehearsal WHERE id = $1 AND is_open FOR UPDATE",
      [id],
    );
    const [open] = rows;
    if (!open) return false;
    const removed = await countStage(client);
    await strikeStage(client);
    const removal: RemovalView = {
      removed,
      found: await countTraces(client, open),
      after: await countLedger(client),
      arrived: await countSince(client, open.last_seq),
    };
    await client.query(
      `UPDATE rehearsal SET is_open = NULL, state = $2, removal = $3, ended_at = now()
       WHERE id = $1`,
      [id, judge(removal.found === 0), JSON.stringify(removal)],
    );
    return true;
  });
}

/** `steps` was written by this room from this very type. */
type OpenRow = { secret_hash: Buffer; steps: RehearsalStep[]; last_seq: string };

/** How often the ledger names what the rehearsal made up. */
async function countTraces(client: PoolClient, open: OpenRow): Promise<number> {
  const { recordings, customers } = listNamedIds(open.steps);
  const { rows } = await client.query<{ found: number }>(
    `SELECT ((SELECT count(*) FROM recording WHERE id = ANY($1))
           + (SELECT count(*) FROM recording_version WHERE recording_id = ANY($1))
           + (SELECT count(*) FROM recording_delivery WHERE recording_id = ANY($1))
           + (SELECT count(*) FROM recording_newest WHERE recording_id = ANY($1))
           + (SELECT count(*) FROM customer WHERE id = ANY($2))
           + (SELECT count(*) FROM delivery
              WHERE accepted_seq > $3 AND secret_hash = $4))::int AS found`,
    [recordings, customers, open.last_seq, markRehearsal(open.secret_hash)],
  );
  return rows[0]?.found ?? 0;
}

async function countSince(client: PoolClient, lastSeq: string): Promise<number> {
  const { rows } = await client.query<{ count: number }>(
    "SELECT count(*)::int AS count FROM delivery WHERE accepted_seq > $1",
    [lastSeq],
  );
  return rows[0]?.count ?? 0;
}
