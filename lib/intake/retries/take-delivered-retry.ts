import "server-only";
import type { Pool } from "pg";
import { inTransaction } from "@/lib/platform/database/transaction";
import { takeRetry } from "@/lib/recordings/ledger/take-retry";
import type { StoreOutcome } from "@/lib/recordings/ledger/versions/arrived-record";
import { toAcceptedSeq } from "../journal/sequence";
import { writeOutcomes } from "../store/write-outcomes";

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
  const delivery = { deliveryId, acceptedSeq };
  const { outcome, told, isTold } = await inTransaction(pool, async (client) => {
    const outcome = await takeRetry(client, recordingId, { acceptedSeq, position }, takenBy);
    const told = outcome ? [{ position, recordingId, outcome }] : [];
    return { outcome, told, isTold: await writeOutcomes(client, delivery, told) };
  });
  // A long delivery gets its row after its records. Whoever writes it looks at them once more behind it,
  // so that of the two the later one sees what the other has done.
  if (!isTold) await inTransaction(pool, (client) => writeOutcomes(client, delivery, told));
  return outcome;
}
