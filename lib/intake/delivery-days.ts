import "server-only";
import type { Pool } from "pg";
import { sqlStateOf } from "@/lib/platform/transaction";

const made = new Set<string>();

/**
 * Makes the partitions of these UTC days. Where the database doesn't let us, deliveries go to the
 * default partition.
 */
export async function ensureDeliveryDays(pool: Pool, days: Iterable<string>): Promise<void> {
  for (const day of new Set(days)) {
    if (made.has(day)) continue;
    const next = new Date(Date.parse(`${day}T00:00:00Z`) + 86_400_000).toISOString().slice(0, 10);
    for (const table of ["delivery", "delivery_body"]) {
      await makePartition(pool, `${table}_${day.replaceAll("-", "")}`, table, day, next);
    }
    made.add(day);
  }
}

const insufficientPrivilege = "42501";
/** The default partition has rows of that day, or another process made the partition first. */
const toleratedStates = new Set([insufficientPrivilege, "23514", "42P07", "23505"]);

async function makePartition(
  pool: Pool,
  name: string,
  parent: string,
  from: string,
  to: string,
): Promise<void> {
  try {
    await pool.query(
      `CREATE TABLE IF NOT EXISTS ${name} PARTITION OF ${parent} FOR VALUES FROM ('${from}') TO ('${to}')`,
    );
  } catch (error) {
    if (!toleratedStates.has(sqlStateOf(error) ?? "")) throw error;
  }
}
