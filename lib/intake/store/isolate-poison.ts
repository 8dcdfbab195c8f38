import "server-only";
import type { Pool } from "pg";
import { sqlStateOf, timeoutOf } from "@/lib/platform/database/database-fault";
import { inTransaction, type Transaction } from "@/lib/platform/database/transaction";

type Writing<T> = {
  /** Writes these in one transaction. */
  store: (client: Transaction, items: T[]) => Promise<void>;
  /** Whether the database takes what is beyond doubt: if not, the fault lies in none of these. */
  probe: () => Promise<boolean>;
  /** The same item without what the database refuses. */
  quarantine: (item: T, error: unknown) => T;
  /** Writes what it can of an item that is refused; false: it was tried in nothing smaller. */
  inParts?: (item: T) => Promise<boolean>;
  /** Whether an item may be the cause of this; otherwise, when the database refuses its content. */
  mayBeAnItems?: (error: unknown) => boolean;
  /** Called before what was refused is tried in halves. */
  beforeHalves?: () => Promise<void>;
};

/**
 * Writes items in their order. A batch that the database refuses for what it holds is halved until
 * the one item that it refuses is alone, and that one is written without its content. Throws when
 * the database refuses everything.
 */
export async function isolatePoison<T>(
  pool: Pool,
  items: T[],
  writing: Writing<T>,
  isAgain = false,
): Promise<void> {
  const { store, probe, quarantine, mayBeAnItems = isRefusedContent, beforeHalves } = writing;
  try {
    await inTransaction(pool, (client) => store(client, items));
  } catch (error) {
    if (!mayBeAnItems(error) || !(await probe())) throw error;
    const [only] = items;
    if (items.length === 1 && only !== undefined) {
      // One slow moment of the database's says nothing of it.
      if (timeoutOf(error) && !isAgain) return isolatePoison(pool, items, writing, true);
      if (await writing.inParts?.(only)) return;
      await inTransaction(pool, (client) => store(client, [quarantine(only, error)]));
      return;
    }
    await beforeHalves?.();
    const middle = Math.ceil(items.length / 2);
    // What is refused with a probe from now on is an item's, unless it may be the machine's, too.
    const probed = writing.mayBeAnItems ? writing : { ...writing, probe: async () => true };
    await isolatePoison(pool, items.slice(0, middle), probed);
    await isolatePoison(pool, items.slice(middle), probed);
  }
}

/** Data exceptions, broken constraints and exceeded limits lie in the content, not in the database. */
function isRefusedContent(error: unknown): boolean {
  return /^(22|23|54)/.test(sqlStateOf(error) ?? "");
}

/** What the database says of a statement; not of its connection, its room or its other users. */
export function isRefusal(error: unknown): boolean {
  const state = sqlStateOf(error);
  return state !== undefined && !/^(08|28|3D|40|53|55|57|58)/.test(state);
}
