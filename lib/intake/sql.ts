import "server-only";
import type { Pool } from "pg";
import { prismaOn } from "@/lib/platform/database/transaction";
import { Prisma } from "@/prisma/client/client";

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
