import "server-only";
import type { Pool } from "pg";
import { newLease } from "@/lib/ops/lease-sql";
import { prismaOn, type Transaction } from "@/lib/platform/database/transaction";
import { Prisma } from "@/prisma/client/client";
import {
  type LedgerCounts,
  mostCounted,
  type RehearsalState,
  type RehearsalStep,
  type RemovalView,
} from "./views";

/** A rehearsal that this process runs. */
export type OpenRehearsal = { id: string; claimedBy: string };

export type Opening = {
  secretHash: Buffer;
  steps: RehearsalStep[];
  startedBy: string;
  claimedBy: string;
};

/** @param row with what the ledger holds before it begins */
export async function insertRehearsal(
  client: Transaction,
  row: Opening & { id: string; before: LedgerCounts; lastSeq: bigint },
): Promise<void> {
  const { id, secretHash, steps, before, lastSeq, startedBy, claimedBy } = row;
  await client.$executeRaw`
    INSERT INTO rehearsal (id, state, is_open, secret_hash, steps, ledger_before, last_seq,
                           started_by, started_at, ${lease.columns})
    VALUES (${id}::uuid, 'running', true, ${secretHash}, ${JSON.stringify(steps)}::jsonb,
            ${JSON.stringify(before)}::jsonb, ${lastSeq}, ${startedBy}, now(),
            ${lease.values(claimedBy)})`;
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
  table: "rehearsal",
  holder: "claimed_by",
  until: "claimed_until",
  lasts: "6 seconds",
});
const isOpen = (id: string) => Prisma.sql`id = ${id}::uuid AND is_open`;

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
export async function readLastSeq(client: Transaction): Promise<bigint> {
  const last = await client.delivery.findFirst({
    select: { acceptedSeq: true },
    orderBy: { acceptedSeq: "desc" },
  });
  return last?.acceptedSeq ?? 0n;
}

/** The rehearsal, locked, so that what is just being stored is waited for; undefined: it is closed. */
export async function lockOpen(client: Transaction, id: string): Promise<OpenRow | undefined> {
  const rows = await client.$queryRaw<OpenRow[]>`
    SELECT secret_hash, steps, last_seq FROM rehearsal WHERE id = ${id} AND is_open FOR UPDATE`;
  return rows[0];
}

/** `steps` was written by this room from this very type. */
type OpenRow = { secret_hash: Uint8Array; steps: RehearsalStep[]; last_seq: bigint };

export async function markClosed(
  client: Transaction,
  id: string,
  state: RehearsalState,
  removal: RemovalView,
): Promise<void> {
  await client.$executeRaw`
    UPDATE rehearsal SET is_open = NULL, state = ${state}, removal = ${JSON.stringify(removal)}, ended_at = now()
    WHERE id = ${id}`;
}

/** How often the ledger names what the rehearsal made up. */
export async function countTraces(
  client: Transaction,
  traces: { recordings: string[]; customers: string[]; secretHash: string; lastSeq: bigint },
): Promise<number> {
  const { recordings, customers, secretHash, lastSeq } = traces;
  const rows = await client.$queryRaw<{ found: number }[]>`
    SELECT ((SELECT count(*) FROM recording WHERE id = ANY(${recordings}))
          + (SELECT count(*) FROM recording_version WHERE recording_id = ANY(${recordings}))
          + (SELECT count(*) FROM recording_delivery WHERE recording_id = ANY(${recordings}))
          + (SELECT count(*) FROM recording_newest WHERE recording_id = ANY(${recordings}))
          + (SELECT count(*) FROM customer WHERE id = ANY(${customers}))
          + (SELECT count(*) FROM delivery
             WHERE accepted_seq > ${lastSeq} AND secret_hash = ${secretHash}))::int AS found`;
  return rows[0]?.found ?? 0;
}

export async function countSince(client: Transaction, lastSeq: bigint): Promise<number> {
  return client.delivery.count({ where: { acceptedSeq: { gt: lastSeq } } });
}
