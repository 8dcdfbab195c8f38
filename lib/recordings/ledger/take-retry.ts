import "server-only";
import type { PoolClient } from "pg";
import { notifyChanges } from "../live/notify-changes";
import { claimRecordings } from "./recorded-arrivals";
import { reviseRecordings } from "./revise-recordings";
import { rebuildCustomers } from "./upsert-customers";
import type { Place, StoreOutcome } from "./versions/arrived-record";

/**
 * Lets an arrival count that was a retry, for good. Must run in a REPEATABLE READ transaction.
 * @returns what it did then; null: it is no retry, or there is no such arrival
 */
export async function takeRetry(
  client: PoolClient,
  recordingId: string,
  { acceptedSeq, position }: Place,
  takenBy: string,
): Promise<StoreOutcome | null> {
  const key = [recordingId, acceptedSeq, position];
  await claimRecordings(client, [recordingId]);
  const { rows } = await client.query<{ customer_id: string }>(
    `UPDATE recording_delivery SET is_retry = false, taken_by = $4, taken_at = now()
     WHERE ${isArrival} AND is_retry RETURNING customer_id`,
    [...key, takenBy],
  );
  const [taken] = rows;
  if (!taken) return null;
  const { rows: before } = await client.query<{ hash: string }>(
    // Written too, so that whoever stores something of this recording meanwhile tries again.
    `UPDATE recording SET newest_seq = newest_seq WHERE id = $1
     RETURNING encode(content_hash, 'hex') AS hash`,
    [recordingId],
  );
  await reviseRecordings(client, [recordingId]);
  const { rows: told } = await client.query<{ outcome: StoreOutcome }>(
    `UPDATE recording_delivery SET outcome = CASE
       WHEN (newest_seq, newest_position) <> (recording_delivery.accepted_seq, position)
         THEN 'superseded'
       WHEN recording.content_hash = decode($4, 'hex') THEN 'unchanged' ELSE 'stored' END::outcome
     FROM recording
     WHERE ${isArrival} AND recording.id = recording_id RETURNING outcome`,
    [...key, before[0]?.hash],
  );
  await rebuildCustomers(client, [taken.customer_id]);
  await notifyChanges(client, [recordingId]);
  return told[0]?.outcome ?? null;
}

const isArrival = "recording_id = $1 AND recording_delivery.accepted_seq = $2 AND position = $3";
