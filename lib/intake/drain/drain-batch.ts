import "server-only";
import { setImmediate as pause } from "node:timers/promises";
import type { Pool } from "pg";
import { inTransaction } from "@/lib/platform/database/transaction";
import { budgets } from "@/lib/platform/settings/budgets";
import type { Interpretation } from "../interpret/interpret-delivery";
import {
  damagedInterpretation,
  interpretKept,
  refusedInterpretation,
} from "../interpret/interpret-kept";
import type { JournalEntry } from "../journal/journal";
import { isRehearsed } from "../secrets/check/known-secrets";
import { ensureDeliveryDays } from "../store/delivery-days";
import { isolatePoison, probeLedger } from "../store/isolate-poison";
import {
  dayOf,
  insertOversizedBodies,
  type PreparedDelivery,
  prepareDelivery,
  storeDeliveries,
} from "../store/store-deliveries";
import { storeRecordsApart } from "./drain-long";
import { storeRehearsed } from "./shadow-schema";

export type DrainSteps = {
  /** What an entry means. */
  interpret: (entry: JournalEntry) => Interpretation;
  /** Called before some are interpreted, and again once they are. */
  note: (entries: JournalEntry[], step: "interpreting" | "storing") => Promise<void>;
};

/**
 * Moves entries into the ledger, in transactions of a bounded number of records, some being interpreted
 * while those before them are stored. What the database
 * refuses for what it holds is quarantined alone; all else is stored. Throws while the database is
 * away; some may be stored then.
 */
export async function drainBatch(
  pool: Pool,
  entries: JournalEntry[],
  { interpret = interpretKept, note }: Partial<DrainSteps> = {},
): Promise<void> {
  let storing = Promise.resolve();
  try {
    for (let from = 0; from < entries.length; from += mostAtOnce) {
      const some = entries.slice(from, from + mostAtOnce);
      await note?.(some, "interpreting");
      const deliveries = await interpretAll(some, interpret);
      await note?.(some, "storing");
      await storing;
      storing = store(pool, some, deliveries);
      // Awaited before the next ones are stored.
      storing.catch(() => undefined);
    }
  } finally {
    await storing;
  }
}

/** In small steps: the database answers the storing of others meanwhile, which is waiting to go on. */
async function interpretAll(
  entries: JournalEntry[],
  interpret: DrainSteps["interpret"],
): Promise<PreparedDelivery[]> {
  const deliveries: PreparedDelivery[] = [];
  let beganMs = performance.now();
  for (const entry of entries) {
    if (entry.kind === "oversized") continue;
    const interpretation = entry.kind === "damaged" ? damagedInterpretation() : interpret(entry);
    deliveries.push(prepareDelivery(entry, interpretation));
    if (performance.now() - beganMs < longestBlockMs) continue;
    await pause();
    beganMs = performance.now();
  }
  return deliveries;
}

async function store(
  pool: Pool,
  entries: JournalEntry[],
  deliveries: PreparedDelivery[],
): Promise<void> {
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
  deliveries: PreparedDelivery[],
): Promise<void> {
  await ensureDeliveryDays(
    pool,
    entries.map(({ acceptedSeq }) => dayOf(acceptedSeq)),
  );
  const oversized = entries.filter(({ kind }) => kind === "oversized");
  if (oversized.length > 0) {
    await inTransaction(pool, (client) => insertOversizedBodies(client, oversized));
  }
  for (const group of groupByRecords(deliveries)) {
    await isolatePoison(pool, group, {
      store: storeDeliveries,
      probe: () => probeLedger(pool),
      quarantine: ({ entry }, error) => prepareDelivery(entry, refusedInterpretation(error)),
      inParts: async (delivery) => {
        if (delivery.interpretation.readings.length < 2) return false;
        await storeRecordsApart(pool, delivery);
        return true;
      },
    });
  }
}

const mostAtOnce = 125;
const longestBlockMs = 0.5;
const mostRecords = 2 * budgets.delivery.slice.records;

/** In their order; a delivery that has more records than a transaction should have is alone. */
function groupByRecords(deliveries: PreparedDelivery[]): PreparedDelivery[][] {
  const groups: PreparedDelivery[][] = [];
  let records = Number.POSITIVE_INFINITY;
  for (const delivery of deliveries) {
    const { length } = delivery.interpretation.readings;
    if (records + length > mostRecords) {
      groups.push([]);
      records = 0;
    }
    groups.at(-1)?.push(delivery);
    records += length;
  }
  return groups;
}
