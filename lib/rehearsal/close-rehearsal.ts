import "server-only";
import type { Pool } from "pg";
import { dropShadowSchema } from "@/lib/intake/drain/shadow-schema";
import { markRehearsal } from "@/lib/intake/secrets/check/secret-hashes";
import { inTransaction, type Transaction } from "@/lib/platform/database/transaction";
import { listNamedIds } from "./plan-deliveries";
import { countShadow } from "./read-rehearsed";
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
    // Waits for what is just being stored in the shadow schema; nothing comes into it afterwards.
    const rows = await client.$queryRaw<OpenRow[]>`
      SELECT secret_hash, steps, last_seq FROM rehearsal WHERE id = ${id} AND is_open FOR UPDATE`;
    const [open] = rows;
    if (!open) return false;
    const removed = await countShadow(client);
    await dropShadowSchema(client);
    const removal: RemovalView = {
      removed,
      found: await countTraces(client, open),
      after: await countLedger(client),
      arrived: await countSince(client, open.last_seq),
    };
    await client.$executeRaw`
      UPDATE rehearsal SET is_open = NULL, state = ${judge(removal.found === 0)}, removal = ${JSON.stringify(removal)}, ended_at = now()
      WHERE id = ${id}`;
    return true;
  });
}

/** `steps` was written by this room from this very type. */
type OpenRow = { secret_hash: Uint8Array; steps: RehearsalStep[]; last_seq: bigint };

/** How often the ledger names what the rehearsal made up. */
async function countTraces(client: Transaction, open: OpenRow): Promise<number> {
  const { recordings, customers } = listNamedIds(open.steps);
  const rows = await client.$queryRaw<{ found: number }[]>`
    SELECT ((SELECT count(*) FROM recording WHERE id = ANY(${recordings}))
          + (SELECT count(*) FROM recording_version WHERE recording_id = ANY(${recordings}))
          + (SELECT count(*) FROM recording_delivery WHERE recording_id = ANY(${recordings}))
          + (SELECT count(*) FROM recording_newest WHERE recording_id = ANY(${recordings}))
          + (SELECT count(*) FROM customer WHERE id = ANY(${customers}))
          + (SELECT count(*) FROM delivery
             WHERE accepted_seq > ${open.last_seq} AND secret_hash = ${markRehearsal(Buffer.from(open.secret_hash))}))::int AS found`;
  return rows[0]?.found ?? 0;
}

async function countSince(client: Transaction, lastSeq: bigint): Promise<number> {
  const rows = await client.$queryRaw<{ count: number }[]>`
    SELECT count(*)::int AS count FROM delivery WHERE accepted_seq > ${lastSeq}`;
  return rows[0]?.count ?? 0;
}
