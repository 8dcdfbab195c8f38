import type { Pool } from "pg";
import { inTransaction } from "@/lib/platform/database/transaction";
import { readCountedCalls } from "./counted-call";
import { foldCustomerCalls } from "./customer-calls";
import { foldCounts } from "./fold-counts";
import { fillZones } from "./keep-zones";
import { noteChanges } from "./note-changes";

/** Removes a call, as a writer of the ledger would. */
export async function removeCall(pool: Pool, id: string): Promise<void> {
  await inTransaction(pool, async (client) => {
    const [before] = (await readCountedCalls(client, [id])).values();
    for (const table of ["recording_version", "recording_delivery", "recording_newest"]) {
      await client.query(`DELETE FROM ${table} WHERE recording_id = $1`, [id]);
    }
    await client.query("DELETE FROM recording WHERE id = $1", [id]);
    if (before) await noteChanges(client, [{ before, after: undefined }]);
  });
}

/** Empties a ledger. */
export async function emptyLedger(pool: Pool): Promise<void> {
  await pool.query(`TRUNCATE recording, recording_version, recording_delivery, recording_newest,
    customer, customer_calls, customer_calls_change, rollup_change, rollup_quarter, rollup_period,
    rollup_broad`);
}

/** Adds up all that has changed and fills the zones, as the worker does, for tests. */
export async function addUpAll(pool: Pool): Promise<void> {
  while ((await foldCounts(pool)) > 0);
  while ((await foldCustomerCalls(pool)) > 0);
  while (await fillZones(pool));
}
