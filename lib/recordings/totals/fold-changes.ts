import "server-only";
import type { Pool } from "pg";
import { inTransaction, prismaOn } from "@/lib/platform/database/transaction";
import { sumColumns } from "./counted-call";
import { addCustomerChanges, hasCustomerChanges, takeCustomerChanges } from "./customers-sql";
import {
  addFolded,
  askToCountAnew,
  type ChangeRow,
  type Folded,
  findChanges,
  lockFolding,
  noteKeys,
  type Sums,
  takeChanges,
} from "./sql";

/**
 * Adds up a bounded number of changes of the counts; one process at a time. @returns whether there may be
 * more of those that were there when it began
 */
export async function foldCounts(pool: Pool): Promise<boolean> {
  const waiting = await findChanges(prismaOn(pool));
  if (waiting?.is_old) await askToCountAnew(prismaOn(pool));
  if (!waiting?.is_any) return false;
  return inTransaction(
    pool,
    async (client) => {
      await lockFolding(client);
      const changes = await takeChanges(client, mostAtOnce);
      await noteKeys(client, changes);
      await addFolded(client, addTogether(changes));
      return changes.length === mostAtOnce;
    },
    "READ COMMITTED",
  );
}

const mostAtOnce = 5_000;

function addTogether(changes: ChangeRow[]): Folded[] {
  const folded = new Map<string, Folded>();
  for (const change of changes) {
    const { second, key } = change;
    const known = folded.get(`${second} ${key}`);
    const added = Object.fromEntries(
      sumColumns.map((sum) => [sum, (known?.[sum] ?? 0n) + change[sum]]),
    ) as Sums;
    folded.set(`${second} ${key}`, { second, key, ...added });
  }
  return [...folded.values()];
}

/** The same of what became of customers' calls, into what is kept of each. */
export async function foldCustomerCalls(pool: Pool): Promise<boolean> {
  if (!(await hasCustomerChanges(prismaOn(pool)))) return false;
  return inTransaction(
    pool,
    async (client) => {
      await lockFolding(client);
      const changes = await takeCustomerChanges(client, mostCustomersAtOnce);
      await addCustomerChanges(client, changes);
      return changes.length === mostCustomersAtOnce;
    },
    "READ COMMITTED",
  );
}

const mostCustomersAtOnce = 2_000;
