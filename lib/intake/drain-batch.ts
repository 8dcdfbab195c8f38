import "server-only";
import type { Pool } from "pg";
import { inTransaction } from "@/lib/platform/transaction";
import { ensureDeliveryDays } from "./delivery-days";
import { insertOversizedBodies } from "./insert-deliveries";
import { interpretKept, refusedInterpretation } from "./interpret-kept";
import type { JournalEntry } from "./journal-entry";
import { drainRehearsed } from "./rehearsal/drain-rehearsed";
import { isRehearsed } from "./rehearsal/rehearsal-mark";
import { storeApart } from "./store-apart";
import { dayOf, storeDeliveries } from "./store-deliveries";

/**
 * Moves entries into the ledger, all or none. An entry that the database refuses for what it holds
 * is quarantined alone; the others are stored. Throws while the database is away.
 */
export async function drainBatch(pool: Pool, entries: JournalEntry[]): Promise<void> {
  await drainReal(
    pool,
    entries.filter((entry) => !isRehearsed(entry)),
  );
  await drainRehearsed(pool, entries.filter(isRehearsed));
}

async function drainReal(pool: Pool, entries: JournalEntry[]): Promise<void> {
  await ensureDeliveryDays(
    pool,
    entries.map(({ acceptedSeq }) => dayOf(acceptedSeq)),
  );
  const oversized = entries.filter(({ kind }) => kind === "oversized");
  if (oversized.length > 0) {
    await inTransaction(pool, (client) => insertOversizedBodies(client, oversized));
  }
  const deliveries = entries
    .filter(({ kind }) => kind === "delivery")
    .map((entry) => ({ entry, interpretation: interpretKept(entry) }));
  if (deliveries.length === 0) return;
  await storeApart(pool, deliveries, {
    store: storeDeliveries,
    withoutContent: ({ entry }, error) => ({ entry, interpretation: refusedInterpretation(error) }),
  });
}
