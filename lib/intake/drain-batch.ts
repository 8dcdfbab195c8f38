import "server-only";
import type { Pool } from "pg";
import { log } from "@/lib/ops/log";
import { env } from "@/lib/platform/env";
import { inTransaction, sqlStateOf } from "@/lib/platform/transaction";
import { ensureDeliveryDays } from "./delivery-days";
import { insertOversizedBodies } from "./insert-deliveries";
import { interpretDelivery } from "./interpret-delivery";
import type { JournalEntry } from "./journal-entry";
import { dayOf, type InterpretedDelivery, storeDeliveries } from "./store-deliveries";

/**
 * Moves entries into the ledger, all or none. An entry that the database refuses for what it holds
 * is quarantined alone; the others are stored. Throws while the database is away.
 */
export async function drainBatch(pool: Pool, entries: JournalEntry[]): Promise<void> {
  await ensureDeliveryDays(
    pool,
    entries.map(({ acceptedSeq }) => dayOf(acceptedSeq)),
  );
  const oversized = entries.filter(({ kind }) => kind === "oversized");
  if (oversized.length > 0) {
    await inTransaction(pool, (client) => insertOversizedBodies(client, oversized));
  }
  const deliveries = entries.filter(({ kind }) => kind === "delivery").map(interpret);
  if (deliveries.length > 0) await storeApart(pool, deliveries);
}

/** Halves a batch that the database refuses, until the one entry that it refuses is alone. */
async function storeApart(pool: Pool, deliveries: InterpretedDelivery[]): Promise<void> {
  try {
    await inTransaction(pool, (client) => storeDeliveries(client, deliveries));
  } catch (error) {
    if (!isRefusedContent(error)) throw error;
    const [only] = deliveries;
    if (deliveries.length === 1 && only) {
      await inTransaction(pool, (client) => storeDeliveries(client, [quarantine(only, error)]));
      return;
    }
    const middle = Math.ceil(deliveries.length / 2);
    await storeApart(pool, deliveries.slice(0, middle));
    await storeApart(pool, deliveries.slice(middle));
  }
}

function interpret(entry: JournalEntry): InterpretedDelivery {
  const headers = new Map(entry.headers);
  const encoding = {
    contentType: headers.get("content-type") ?? null,
    contentEncoding: headers.get("content-encoding") ?? null,
  };
  try {
    const timeZone = env().CALLING_SERVICE_TIME_ZONE ?? "UTC";
    return { entry, interpretation: interpretDelivery(entry.body, encoding, timeZone) };
  } catch (error) {
    log().error(
      { err: error, deliveryId: entry.deliveryId },
      "a delivery could not be interpreted",
    );
    return quarantine({ entry, interpretation: { readings: [], problems: [] } }, error);
  }
}

function quarantine({ entry }: InterpretedDelivery, error: unknown): InterpretedDelivery {
  const reason = error instanceof Error ? error.message : String(error);
  const message = `can't be stored: ${reason.slice(0, 300)}`;
  return { entry, interpretation: { readings: [], problems: [{ path: "", message }] } };
}

/** Data exceptions, broken constraints and exceeded limits lie in the content, not in the database. */
function isRefusedContent(error: unknown): boolean {
  return /^(22|23|54)/.test(sqlStateOf(error) ?? "");
}
