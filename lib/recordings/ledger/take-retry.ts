import "server-only";
import type { Transaction } from "@/lib/platform/database/transaction";
import { Prisma } from "@/prisma/client/client";
import { notifyChanges } from "../live/change-notices";
import { claimRecordings } from "./recorded-arrivals";
import { reviseRecordings } from "./revise-recordings";
import { rebuildCustomers } from "./upsert-customers";
import type { Place, StoreOutcome } from "./versions/arrived-record";

/**
 * Lets an arrival count that was a retry, for good. Must run in a REPEATABLE READ transaction.
 * @returns what it did then; null: it is no retry, or there is no such arrival
 */
export async function takeRetry(
  client: Transaction,
  recordingId: string,
  { acceptedSeq, position }: Place,
  takenBy: string,
): Promise<StoreOutcome | null> {
  const isArrival = Prisma.sql`
    recording_id = ${recordingId} AND recording_delivery.accepted_seq = ${acceptedSeq}
    AND position = ${position}`;
  await claimRecordings(client, [recordingId]);
  const [taken] = await client.$queryRaw<{ customer_id: string }[]>`
    UPDATE recording_delivery SET is_retry = false, taken_by = ${takenBy}, taken_at = now()
    WHERE ${isArrival} AND is_retry RETURNING customer_id`;
  if (!taken) return null;
  const before = await client.$queryRaw<{ hash: string }[]>`
    UPDATE recording SET newest_seq = newest_seq WHERE id = ${recordingId}
    RETURNING encode(content_hash, 'hex') AS hash`;
  await reviseRecordings(client, [recordingId]);
  const told = await client.$queryRaw<{ outcome: StoreOutcome }[]>`
    UPDATE recording_delivery SET outcome = CASE
       WHEN (newest_seq, newest_position) <> (recording_delivery.accepted_seq, position)
         THEN 'superseded'
       WHEN recording.content_hash = decode(${before[0]?.hash}, 'hex') THEN 'unchanged' ELSE 'stored' END::outcome
     FROM recording
     WHERE ${isArrival} AND recording.id = recording_id RETURNING outcome`;
  await rebuildCustomers(client, [taken.customer_id]);
  await notifyChanges(client, [recordingId]);
  return told[0]?.outcome ?? null;
}
