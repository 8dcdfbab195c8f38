import "server-only";
import type { Pool, PoolClient } from "pg";
import { inTransaction } from "@/lib/platform/transaction";
import type { StoreOutcome } from "@/lib/recordings/ledger/arrived-record";
import { takeRetry } from "@/lib/recordings/ledger/take-retry";
import { toAcceptedSeq } from "../acceptance-clock";
import { overallOutcome, type RecordOutcome } from "../record-outcome";
import { dayOf } from "../store-deliveries";

/** One record of a stored delivery: its call, and its place in the body from 0. */
export type DeliveredRecord = { deliveryId: string; recordingId: string; position: number };

/**
 * Lets a record of a delivery count that was a retry, in the ledger and in the delivery's outcome.
 * @returns what it did then; null: it is no retry
 */
export async function takeDeliveredRetry(
  pool: Pool,
  { deliveryId, recordingId, position }: DeliveredRecord,
  takenBy: string,
): Promise<StoreOutcome | null> {
  const acceptedSeq = toAcceptedSeq(deliveryId);
  if (acceptedSeq === undefined) return null;
  return inTransaction(pool, async (client) => {
    const outcome = await takeRetry(client, recordingId, { acceptedSeq, position }, takenBy);
    if (outcome) await tellDelivery(client, { deliveryId, recordingId, position }, outcome);
    return outcome;
  });
}

async function tellDelivery(
  client: PoolClient,
  { deliveryId, recordingId, position }: DeliveredRecord,
  outcome: StoreOutcome,
): Promise<void> {
  const key = [deliveryId, dayOf(toAcceptedSeq(deliveryId) ?? 0n)];
  const { rows } = await client.query<{ records: RecordOutcome[] }>(
    "SELECT records FROM delivery WHERE id = $1 AND accepted_on = $2 FOR UPDATE",
    key,
  );
  const records = rows[0]?.records ?? [];
  if (records[position]?.recordingId !== recordingId) return;
  const told = records.map((one, index) => (index === position ? { ...one, outcome } : one));
  await client.query(
    "UPDATE delivery SET records = $3, outcome = $4 WHERE id = $1 AND accepted_on = $2",
    [...key, JSON.stringify(told), overallOutcome(told)],
  );
}
