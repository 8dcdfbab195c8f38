import "server-only";
import type { Pool } from "pg";
import { log } from "@/lib/ops/log";
import { newLease } from "@/lib/ops/task-lease";
import { prismaOn } from "@/lib/platform/database/transaction";
import type { Journal } from "../journal/journal";
import { nodeCount } from "../journal/sequence";

/**
 * Leases a node in the database for this journal, or renews its lease, and lets the journal number by
 * it: two journals that feed one database never share a node. One that was silent for a month loses it.
 * Idempotent.
 */
export async function leaseNode(pool: Pool, journal: Journal): Promise<void> {
  const numbering = await journal.numbering();
  // One in the database itself numbers nothing twice: its key doesn't let it.
  if (!numbering) return;
  const { journalId, node } = numbering;
  const leased = (await renew(pool, journalId)) ?? (await takeFree(pool, journalId, node));
  if (leased === null) log().warn("every node id of the database is leased; using a random one");
  else if (leased !== node) await journal.numberAs(leased);
}

const lease = newLease({
  ...{ table: "journal_node", holder: "journal", since: "leased_at", lasts: "30 days" },
});

async function renew(pool: Pool, journalId: string): Promise<number | null> {
  const rows = await prismaOn(pool).$queryRaw<{ node: number }[]>`
    UPDATE journal_node SET ${lease.taken(journalId)} WHERE ${lease.isHeldBy(journalId)}
    RETURNING node`;
  return rows[0]?.node ?? null;
}

/** The one it has by chance, if nobody else has it, or else another one. Null: all are taken. */
async function takeFree(pool: Pool, journalId: string, node: number): Promise<number | null> {
  for (let step = 0; step < nodeCount; step++) {
    const rows = await prismaOn(pool).$queryRaw<{ node: number }[]>`
      INSERT INTO journal_node AS kept (node, ${lease.columns})
      VALUES (${(node + step) % nodeCount}, ${lease.values(journalId)})
      ON CONFLICT (node) DO UPDATE SET ${lease.taken(journalId)}
        WHERE ${lease.isFreeFor(journalId, "kept.")}
      RETURNING node`;
    if (rows[0]) return rows[0].node;
  }
  return null;
}
