import "server-only";
import type { Database, Transaction } from "@/lib/platform/database/transaction";
import { Prisma } from "@/prisma/client/client";

export type Parted = "delivery" | "delivery_body";

/** UTC days, without the one at whose beginning it ends. */
export type DayRange = { from: string; to: string };

/** A partition, and its size with indexes. */
export type Partition = DayRange & { table: string; bytes: number };

/** The partitions of a table, the oldest first, and the size of the default partition. */
export async function listPartitions(
  client: Database,
  parent: Parted,
): Promise<{ partitions: Partition[]; defaultBytes: number }> {
  const rows = await client.$queryRaw<{ table: string; bounds: string; bytes: number }[]>`
    SELECT relname::text AS table, pg_get_expr(relpartbound, pg_class.oid) AS bounds,
           coalesce(pg_total_relation_size(pg_class.oid), 0)::float AS bytes
    FROM pg_inherits JOIN pg_class ON pg_class.oid = inhrelid
    WHERE inhparent = '${Prisma.raw(parent)}'::regclass`;
  const partitions = rows.flatMap(({ table, bounds, bytes }): Partition[] => {
    const [, from, to] = boundsPattern.exec(bounds) ?? [];
    return from && to ? [{ from, to, table, bytes }] : [];
  });
  return {
    partitions: partitions.toSorted((one, other) => one.from.localeCompare(other.from)),
    defaultBytes: rows.find(({ bounds }) => bounds === "DEFAULT")?.bytes ?? 0,
  };
}

/** As PostgreSQL writes them. */
const boundsPattern = /^FOR VALUES FROM \('(\d{4}-\d{2}-\d{2})'\) TO \('(\d{4}-\d{2}-\d{2})'\)$/;

/** So that a transaction waits for nobody who holds a table for long. */
export async function limitLockWait(client: Transaction): Promise<void> {
  await client.$executeRaw`SET LOCAL lock_timeout = '1s'`;
}
