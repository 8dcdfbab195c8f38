import "server-only";
import type { PoolClient } from "pg";
import type { StoreOutcome } from "@/lib/recordings/ledger/versions/arrived-record";
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
  client: PoolClient,
  { deliveryId, acceptedSeq }: Delivery,
  told: ToldOutcome[],
): Promise<boolean> {
  if (told.length === 0) return false;
  const key = [deliveryId, dayOf(acceptedSeq)];
  const { rows } = await client.query<{ records: RecordOutcome[] }>(
    "SELECT records FROM delivery WHERE id = $1 AND accepted_on = $2 FOR UPDATE",
    key,
  );
  const byPosition = new Map(told.map((one) => [one.position, one]));
  const records = (rows[0]?.records ?? []).map((record, position) => {
    const { recordingId, outcome } = byPosition.get(position) ?? {};
    return outcome && recordingId === record.recordingId ? { ...record, outcome } : record;
  });
  if (records.length === 0) return false;
  await client.query(
    "UPDATE delivery SET records = $3, outcome = $4 WHERE id = $1 AND accepted_on = $2",
    [...key, JSON.stringify(records), overallOutcome(records)],
  );
  return true;
}

/** The same for all of its records whose arrivals say something else by now. */
export async function rewriteOutcomes(client: PoolClient, delivery: Delivery): Promise<void> {
  const { rows } = await client.query<ToldOutcome>(
    `SELECT arrival.position, arrival.recording_id AS "recordingId", arrival.outcome
     FROM delivery
     CROSS JOIN LATERAL jsonb_array_elements(records) WITH ORDINALITY AS listed (record, place)
     JOIN recording_delivery AS arrival ON arrival.recording_id = record ->> 'recordingId'
       AND arrival.accepted_seq = $3 AND arrival.position = place - 1
     WHERE delivery.id = $1 AND accepted_on = $2 AND record ->> 'outcome' <> 'quarantined'
       AND arrival.outcome::text <> record ->> 'outcome'`,
    [delivery.deliveryId, dayOf(delivery.acceptedSeq), delivery.acceptedSeq],
  );
  await writeOutcomes(client, delivery, rows);
}
