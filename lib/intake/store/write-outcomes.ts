import "server-only";
import type { Transaction } from "@/lib/platform/database/transaction";
import type { StoreOutcome } from "@/lib/recordings/ledger/versions/arrived-record";
import { Prisma } from "@/prisma/client/client";
import { overallOutcome, type RecordOutcome } from "./record-outcome";
import { dayOf } from "./store-deliveries";

type Delivery = { deliveryId: string; acceptedSeq: bigint };

/** What became of one record: its place in the body from 0. */
export type ToldOutcome = { position: number; recordingId: string; outcome: StoreOutcome };

/**
 * Says in a delivery what became of some of its records; a place that names another call stays.
 * @returns whether there is something to say and the delivery to say it in
 */
export async function writeOutcomes(
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
