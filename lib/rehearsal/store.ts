import "server-only";
import { randomUUID } from "node:crypto";
import type { Pool } from "pg";
import { listNames } from "@/lib/access/members/members";
import { createShadowSchema } from "@/lib/intake/drain/shadow-schema";
import { newLease } from "@/lib/ops/task-lease";
import { db } from "@/lib/platform/database/db";
import { inTransaction, prismaOn, type Transaction } from "@/lib/platform/database/transaction";
import { sqlStateOf } from "@/lib/platform/faults";
import { Prisma } from "@/prisma/client/client";
import {
  type LedgerCounts,
  mostCounted,
  type RehearsalStep,
  type RehearsalView,
  type RemovalView,
} from "./plan";

/** A rehearsal that this process runs. */
export type OpenRehearsal = { id: string; claimedBy: string };

export type Opening = {
  secretHash: Buffer;
  steps: RehearsalStep[];
  startedBy: string;
  claimedBy: string;
};

/**
 * Opens a rehearsal with its schema, both or neither. `another-is-open`: one runs at a time.
 * `no-schema`: the database user may not make one.
 */
export async function openRehearsal(
  pool: Pool,
  { secretHash, steps, startedBy, claimedBy }: Opening,
): Promise<OpenRehearsal | "another-is-open" | "no-schema"> {
  const id = randomUUID();
  try {
    await inTransaction(pool, async (client) => {
      const before = await countLedger(client);
      const lastSeq = await readLastSeq(client);
      await client.$executeRaw`
        INSERT INTO rehearsal (id, state, is_open, secret_hash, steps, ledger_before, last_seq,
                               started_by, started_at, ${lease.columns})
        VALUES (${id}::uuid, 'running', true, ${secretHash}, ${JSON.stringify(steps)}::jsonb,
                ${JSON.stringify(before)}::jsonb, ${lastSeq}, ${startedBy}, now(),
                ${lease.values(claimedBy)})`;
      await createShadowSchema(client);
    });
    return { id, claimedBy };
  } catch (error) {
    const refusal = refusals.get(sqlStateOf(error) ?? "");
    if (refusal) return refusal;
    throw error;
  }
}

/** Notes how far it is, and that its process lives. @throws {LostLease} */
export async function saveSteps(
  pool: Pool,
  { id, claimedBy }: OpenRehearsal,
  steps: RehearsalStep[],
): Promise<void> {
  await lease.renew(
    prismaOn(pool),
    claimedBy,
    isOpen(id),
    Prisma.sql`, steps = ${JSON.stringify(steps)}::jsonb`,
  );
}

/** Says that its process lives. @throws {LostLease} */
export async function renewClaim(pool: Pool, { id, claimedBy }: OpenRehearsal): Promise<void> {
  await lease.renew(prismaOn(pool), claimedBy, isOpen(id));
}

/** The open rehearsal whose process has been silent for too long, and since when. */
export async function findAbandoned(
  pool: Pool,
): Promise<{ id: string; silentSince: number } | null> {
  await lease.shorten(prismaOn(pool), Prisma.sql`is_open`);
  const rows = await prismaOn(pool).$queryRaw<{ id: string; claimed_until: Date }[]>`
    SELECT id, claimed_until FROM rehearsal WHERE is_open AND ${lease.isSilent()}`;
  const [row] = rows;
  return row ? { id: row.id, silentSince: row.claimed_until.getTime() } : null;
}

const lease = newLease({
  ...{ table: "rehearsal", holder: "claimed_by", until: "claimed_until", lasts: "6 seconds" },
});
const isOpen = (id: string) => Prisma.sql`id = ${id}::uuid AND is_open`;

const uniqueViolation = "23505";
const insufficientPrivilege = "42501";
const refusals = new Map<string, "another-is-open" | "no-schema">([
  [uniqueViolation, "another-is-open"],
  [insufficientPrivilege, "no-schema"],
]);

/** How much the ledger holds, each counted up to a limit. */
export async function countLedger(client: Transaction): Promise<LedgerCounts> {
  const rows = await client.$queryRaw<LedgerCounts[]>`
      SELECT
      (SELECT count(*)::int FROM (SELECT FROM delivery LIMIT ${mostCounted}) AS kept) AS deliveries,
      (SELECT count(*)::int FROM (SELECT FROM recording LIMIT ${mostCounted}) AS kept) AS recordings,
      (SELECT count(*)::int FROM (SELECT FROM customer LIMIT ${mostCounted}) AS kept) AS customers`;
  return rows[0] ?? { deliveries: 0, recordings: 0, customers: 0 };
}

/** The newest delivery's place in the order of acceptance; 0 when there is none. */
async function readLastSeq(client: Transaction): Promise<bigint> {
  const rows = await client.$queryRaw<
    { last: bigint }[]
  >`SELECT coalesce(max(accepted_seq), 0) AS last FROM delivery`;
  return rows[0]?.last ?? 0n;
}

/** The one that is open, or else the last; null: there was none. */
export async function getRehearsal(): Promise<RehearsalView | null> {
  const row = await db().rehearsal.findFirst({ orderBy: { startedAt: "desc" } });
  if (!row) return null;
  const names = await listNames([row.startedBy]);
  return {
    id: row.id,
    state: row.state,
    // Written by this room from these very types; versions before wrote none that differ by a code.
    steps: (row.steps as RehearsalStep[]).map((step) => ({ ...step, differs: step.differs ?? [] })),
    before: row.ledgerBefore as LedgerCounts,
    removal: row.removal as RemovalView | null,
    startedBy: names.get(row.startedBy) ?? null,
    startedAt: row.startedAt.toISOString(),
    endedAt: row.endedAt?.toISOString() ?? null,
  };
}
