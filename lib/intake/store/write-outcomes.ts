import "server-only";
import type { Pool } from "pg";
import { inTransaction, type Transaction } from "@/lib/platform/database/transaction";
import type { StoreOutcome } from "@/lib/recordings/ledger/arrived-record";
import { takeRetry } from "@/lib/recordings/ledger/ledger";
import { Prisma } from "@/prisma/client/client";
import { toAcceptedSeq } from "../journal/sequence";
import { overallOutcome, type RecordOutcome } from "./record-outcome";
import { dayOf } from "./store-deliveries";

type Delivery = { deliveryId: string; acceptedSeq: bigint };

/** What became of one record: its place in the body from 0. */
type ToldOutcome = { position: number; recordingId: string; outcome: StoreOutcome };

/**
 * Says in a delivery what became of some of its records; a place that names another call stays.
 * @returns whether there is something to say and the delivery to say it in
 */
async function writeOutcomes(
  client: Transaction,
  { deliveryId, acceptedSeq }: Delivery,
  told: ToldOutcome[],
): Promise<boolean> {
  if (told.length === 0) return false;
  const isIt = Prisma.sql`id = ${deliveryId}::uuid AND accepted_on = ${dayOf(acceptedSeq)}::date`;
  const rows = await client.$queryRaw<{ records: RecordOutcome[] }[]>`
    SELECT records FROM delivery WHERE ${isIt} FOR UPDATE`;
  const byPosition = new Map(told.map((one) => [one.position, one]));
  const records = (rows[0]?.records ?? []).map((record, position) => {
    const { recordingId, outcome } = byPosition.get(position) ?? {};
    return outcome && recordingId === record.recordingId ? { ...record, outcome } : record;
  });
  if (records.length === 0) return false;
  await client.$executeRaw`
    UPDATE delivery SET records = ${JSON.stringify(records)}::jsonb,
      outcome = ${overallOutcome(records)}::outcome
    WHERE ${isIt}`;
  return true;
}

/** The same for all of its records whose arrivals say something else by now. */
export async function rewriteOutcomes(client: Transaction, delivery: Delivery): Promise<void> {
  const rows = await client.$queryRaw<ToldOutcome[]>`
    SELECT arrival.position, arrival.recording_id AS "recordingId", arrival.outcome
    FROM delivery
    CROSS JOIN LATERAL jsonb_array_elements(records) WITH ORDINALITY AS listed (record, place)
    JOIN recording_delivery AS arrival ON arrival.recording_id = record ->> 'recordingId'
      AND arrival.accepted_seq = ${delivery.acceptedSeq} AND arrival.position = place - 1
    WHERE delivery.id = ${delivery.deliveryId} AND accepted_on = ${dayOf(delivery.acceptedSeq)} AND record ->> 'outcome' <> 'quarantined'
      AND arrival.outcome::text <> record ->> 'outcome'`;
  await writeOutcomes(client, delivery, rows);
}

/** One record of a stored delivery: its call, and its place in the body from 0. */
type DeliveredRecord = { deliveryId: string; recordingId: string; position: number };

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
