import "server-only";
import type { Pool, PoolClient } from "pg";
import { inTransaction, sqlStateOf } from "@/lib/platform/transaction";

type Writing<T> = {
  /** Writes these in one transaction. */
  store: (client: PoolClient, items: T[]) => Promise<void>;
  /** Whether the database takes what is beyond doubt: if not, the fault lies in none of these. */
  probe: () => Promise<boolean>;
  /** The same item without what the database refuses. */
  withoutContent: (item: T, error: unknown) => T;
};

/**
 * Writes items in their order. A batch that the database refuses for what it holds is halved until
 * the one item that it refuses is alone, and that one is written without its content. Throws when
 * the database refuses everything.
 */
export async function storeApart<T>(pool: Pool, items: T[], writing: Writing<T>): Promise<void> {
  const { store, probe, withoutContent } = writing;
  try {
    await inTransaction(pool, (client) => store(client, items));
  } catch (error) {
    if (!isRefusedContent(error) || !(await probe())) throw error;
    const [only] = items;
    if (items.length === 1 && only !== undefined) {
      await inTransaction(pool, (client) => store(client, [withoutContent(only, error)]));
      return;
    }
    const middle = Math.ceil(items.length / 2);
    const probed = { ...writing, probe: async () => true };
    await storeApart(pool, items.slice(0, middle), probed);
    await storeApart(pool, items.slice(middle), probed);
  }
}

/** Data exceptions, broken constraints and exceeded limits lie in the content, not in the database. */
function isRefusedContent(error: unknown): boolean {
  return /^(22|23|54)/.test(sqlStateOf(error) ?? "");
}
