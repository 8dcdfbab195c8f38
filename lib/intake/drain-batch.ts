import "server-only";
import type { Pool } from "pg";
import { inTransaction } from "@/lib/platform/transaction";
import { ensureDeliveryDays } from "./delivery-days";
import { insertOversizedBodies } from "./insert-deliveries";
import type { Interpretation } from "./interpret/interpret-delivery";
import {
  damagedInterpretation,
  interpretKept,
  refusedInterpretation,
} from "./interpret/interpret-kept";
import type { JournalEntry } from "./journal-entry";
import { probeLedger } from "./probe-ledger";
import { isRehearsed } from "./rehearsal/rehearsal-mark";
import { storeRehearsed } from "./rehearsal/store-rehearsed";
import { storeApart } from "./store-apart";
import { dayOf, type InterpretedDelivery, storeDeliveries } from "./store-deliveries";

export type DrainSteps = {
  /** What an entry means. */
  interpret: (entry: JournalEntry) => Interpretation;
  /** Called once all are interpreted and before any is stored. */
  beforeStoring: () => Promise<void>;
};

/**
 * Moves entries into the ledger, all or none. An entry that the database refuses for what it holds
 * is quarantined alone; the others are stored. Throws while the database is away.
 */
export async function drainBatch(
  pool: Pool,
  entries: JournalEntry[],
  { interpret = interpretKept, beforeStoring }: Partial<DrainSteps> = {},
): Promise<void> {
  const deliveries = entries
    .filter(({ kind }) => kind !== "oversized")
    .map((entry) => ({
      entry,
      interpretation: entry.kind === "damaged" ? damagedInterpretation() : interpret(entry),
    }));
  await beforeStoring?.();
  await storeReal(
    pool,
    entries.filter((entry) => !isRehearsed(entry)),
    deliveries.filter(({ entry }) => !isRehearsed(entry)),
  );
  await storeRehearsed(
    pool,
    deliveries.filter(({ entry }) => isRehearsed(entry)),
  );
}

async function storeReal(
  pool: Pool,
  entries: JournalEntry[],
  deliveries: InterpretedDelivery[],
): Promise<void> {
  await ensureDeliveryDays(
    pool,
    entries.map(({ acceptedSeq }) => dayOf(acceptedSeq)),
  );
  const oversized = entries.filter(({ kind }) => kind === "oversized");
  if (oversized.length > 0) {
    await inTransaction(pool, (client) => insertOversizedBodies(client, oversized));
  }
  if (deliveries.length === 0) return;
  await storeApart(pool, deliveries, {
    store: storeDeliveries,
    probe: () => probeLedger(pool),
    withoutContent: ({ entry }, error) => ({ entry, interpretation: refusedInterpretation(error) }),
  });
}
