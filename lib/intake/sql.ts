import "server-only";
import type { Pool } from "pg";
import { newLease } from "@/lib/ops/lease-sql";
import { prismaOn, toList } from "@/lib/platform/database/transaction";
import { Prisma } from "@/prisma/client/client";
import { dayOf } from "./store/sql";

/** Fails where the database doesn't answer, or recordings can't be read. */
export async function isReadOnly(pool: Pool): Promise<boolean> {
  await prismaOn(pool).$queryRaw`SELECT 1 FROM recording LIMIT 1`;
  const rows = await prismaOn(pool).$queryRaw<{ is_read_only: boolean }[]>`
    SELECT current_setting('transaction_read_only')::boolean AS is_read_only`;
  return rows[0]?.is_read_only ?? false;
}

/** What tells a database from another one, or from what it was: null where it doesn't say. */
export type Identity = { system: string | null; timeline: number | null; database: string };

const database = Prisma.sql`
  SELECT oid::text AS database FROM pg_database WHERE datname = current_database()`;

/** A copy has its own number of the system or of the database; a standby that took over, its timeline. */
export async function readIdentity(pool: Pool): Promise<Identity | undefined> {
  const rows = await prismaOn(pool).$queryRaw<Identity[]>`
    SELECT system_identifier::text AS system, timeline_id AS timeline, (${database})
    FROM pg_control_system(), pg_control_checkpoint()`;
  return rows[0];
}

export async function readDatabaseId(pool: Pool): Promise<string | undefined> {
  const rows = await prismaOn(pool).$queryRaw<{ database: string }[]>(database);
  return rows[0]?.database;
}

export async function upsertMark(pool: Pool, journal: string, mark: string): Promise<void> {
  await prismaOn(pool).$executeRaw`
    INSERT INTO journal_mark (journal, mark) VALUES (${journal}, ${mark})
    ON CONFLICT (journal) DO UPDATE SET mark = excluded.mark, marked_at = now()`;
}

/** The ids of those of these that the database has, as a delivery or as an oversized body. */
export async function findPresent(
  pool: Pool,
  entries: { deliveryId: string; acceptedSeq: bigint }[],
): Promise<Set<string>> {
  const ids = toList(entries.map(({ deliveryId }) => deliveryId));
  const days = toList([...new Set(entries.map(({ acceptedSeq }) => dayOf(acceptedSeq)))]);
  const rows = await prismaOn(pool).$queryRaw<{ id: string }[]>`
    SELECT id FROM delivery WHERE id = ANY(${ids}::uuid[]) AND accepted_on = ANY(${days}::date[])
    UNION ALL SELECT id FROM oversized_body WHERE id = ANY(${ids}::uuid[])`;
  return new Set(rows.map(({ id }) => id));
}

const lease = newLease({
  table: "journal_node",
  holder: "journal",
  since: "leased_at",
  lasts: "30 days",
});

/** Renews the lease of a journal's node. Null: it has none. */
export async function renewNode(pool: Pool, journalId: string): Promise<number | null> {
  const rows = await prismaOn(pool).$queryRaw<{ node: number }[]>`
    UPDATE journal_node SET ${lease.taken(journalId)} WHERE ${lease.isHeldBy(journalId)}
    RETURNING node`;
  return rows[0]?.node ?? null;
}

/** Leases a node for a journal, unless another one has it. */
export async function takeNode(pool: Pool, journalId: string, node: number): Promise<boolean> {
  const rows = await prismaOn(pool).$queryRaw<{ node: number }[]>`
    INSERT INTO journal_node AS kept (node, ${lease.columns})
    VALUES (${node}, ${lease.values(journalId)})
    ON CONFLICT (node) DO UPDATE SET ${lease.taken(journalId)}
      WHERE ${lease.isFreeFor(journalId, "kept.")}
    RETURNING node`;
  return rows.length > 0;
}
