import "server-only";
import type { Pool, PoolClient } from "pg";
import { log } from "@/lib/ops/log";
import { sqlStateOf } from "@/lib/platform/database/transaction";
import { refusedInterpretation } from "../interpret/interpret-kept";
import { storeApart } from "../store/store-apart";
import { type PreparedDelivery, prepareDelivery, storeDeliveries } from "../store/store-deliveries";
import { enterStage } from "./stage";

/**
 * Writes a rehearsal's deliveries onto its stage, by the very code that stores real ones. Those of a
 * rehearsal that is over are forgotten. Throws while the database is away.
 */
export async function storeRehearsed(pool: Pool, deliveries: PreparedDelivery[]): Promise<void> {
  if (deliveries.length === 0) return;
  try {
    await storeApart(pool, deliveries, {
      store: storeOnStage,
      // What fails here fails in the open: the rehearsal says so.
      probe: async () => true,
      withoutContent: ({ entry }, error) => prepareDelivery(entry, refusedInterpretation(error)),
    });
  } catch (error) {
    if (!isStageBroken(error)) throw error;
    // Real events stand behind these; a play must not hold them up.
    log().error({ err: error }, "deliveries of a rehearsal could not be stored; forgotten");
  }
}

async function storeOnStage(client: PoolClient, deliveries: PreparedDelivery[]): Promise<void> {
  const mark = await enterStage(client);
  const open = deliveries.filter(({ entry }) => entry.secretHash === mark);
  if (open.length > 0) await storeDeliveries(client, open);
}

/** A table or a column is missing there, or may not be written. */
function isStageBroken(error: unknown): boolean {
  return /^(3F|42)/.test(sqlStateOf(error) ?? "");
}
