import "server-only";
import { type Transaction, toList } from "@/lib/platform/database/transaction";
import { correctRecords } from "@/lib/recordings/ledger/correct-records";
import { type Sighting, toSightings } from "../drift/sighting";
import { tallyDrift } from "../drift/tally-drift";
import type { Interpretation } from "../interpret/interpret-delivery";
import {
  overallOutcome,
  type RecordOutcome,
  toArrivedRecords,
  toRecordOutcomes,
} from "../store/record-outcome";
import { dayOf } from "../store/store-deliveries";

/** A stored delivery and what its bytes mean today. */
export type Rereading = {
  deliveryId: string;
  acceptedSeq: bigint;
  /** Null: its bytes are no longer kept, so it stays as it is. */
  interpretation: Interpretation | null;
};

/**
 * Of the deliveries that were to be read again: how many left the quarantine, how many are in it,
 * and how many have no bytes any more.
 */
export type RereadTally = { released: number; held: number; skipped: number };

/**
 * Writes what stored deliveries mean today, under the sequences of their acceptance, so that no
 * recording becomes older than it is. What was understood before and isn't any more stays stored.
 * Idempotent; must run in a REPEATABLE READ transaction.
 */
export async function rereadDeliveries(
  client: Transaction,
  rereadings: Rereading[],
): Promise<RereadTally> {
  const former = await readFormer(client, rereadings);
  const read = rereadings.flatMap(({ interpretation, ...delivery }) => {
    const before = former.get(delivery.deliveryId);
    return interpretation && before
      ? [{ ...delivery, interpretation, before, sha256: before.sha256 }]
      : [];
  });
  const outcomes = (
    await correctRecords(
      client,
      read.flatMap((delivery) => toArrivedRecords(delivery)),
    )
  ).values();
  const results = read.map(({ before, interpretation, deliveryId, acceptedSeq }) => {
    const records = keepUnderstood(before.records, toRecordOutcomes(interpretation, outcomes));
    const outcome = overallOutcome(records);
    const wasHeld = overallOutcome(before.records) === "quarantined";
    const sightings = toSightings(interpretation).filter(({ id }) => !before.driftIds.has(id));
    return { deliveryId, acceptedSeq, records, outcome, wasHeld, sightings };
  });
  await tallyDrift(client, results);
  await updateDeliveries(client, results);
  const held = results.filter(({ outcome }) => outcome === "quarantined");
  const released = results.filter(({ outcome, wasHeld }) => wasHeld && outcome !== "quarantined");
  const skipped = rereadings.filter(({ interpretation }) => interpretation === null);
  return { released: released.length, held: held.length, skipped: skipped.length };
}

/** A stricter reading takes nothing back: the former outcome of a record stands then. */
export function keepUnderstood(before: RecordOutcome[], now: RecordOutcome[]): RecordOutcome[] {
  const isUnderstood = (record: RecordOutcome | undefined) =>
    record !== undefined && record.outcome !== "quarantined";
  const length = Math.max(before.length, now.length);
  return Array.from({ length }, (_, position) => [before[position], now[position]]).flatMap(
    ([then, today]) => (isUnderstood(then) && !isUnderstood(today) ? then : today) ?? [],
  );
}

/** What a delivery was read as, which drift it was counted for, and the hash of its body. */
type Former = { records: RecordOutcome[]; driftIds: Set<bigint>; sha256: string };

async function readFormer(
  client: Transaction,
  rereadings: Rereading[],
): Promise<Map<string, Former>> {
  const rows = await client.$queryRaw<FormerRow[]>`
    SELECT id, records, drift_ids, encode(sha256, 'hex') AS sha256 FROM delivery
    WHERE id = ANY(${toList(rereadings.map(({ deliveryId }) => deliveryId))}::uuid[]) AND accepted_on = ANY(${toList([...new Set(rereadings.map(({ acceptedSeq }) => dayOf(acceptedSeq)))])}::date[])`;
  return new Map(
    rows.map(({ id, records, drift_ids, sha256 }) => [
      id,
      { records, driftIds: new Set(drift_ids), sha256 },
    ]),
  );
}

type FormerRow = {
  id: string;
  records: RecordOutcome[];
  drift_ids: bigint[] | null;
  sha256: string;
};

type Result = Pick<Rereading, "deliveryId" | "acceptedSeq"> & {
  records: RecordOutcome[];
  outcome: RecordOutcome["outcome"];
  /** What it is counted for from now on, besides. */
  sightings: Sighting[];
};

async function updateDeliveries(client: Transaction, results: Result[]): Promise<void> {
  await client.$executeRaw`
    UPDATE delivery SET outcome = read.outcome, records = read.records,
      drift_ids = coalesce(delivery.drift_ids, '{}') || read.drift_ids::bigint[],
      interpreted_at = now(), reread_at = now()
    FROM unnest(
        ${toList(results.map(({ deliveryId }) => deliveryId))}::uuid[],
        ${toList(results.map(({ acceptedSeq }) => dayOf(acceptedSeq)))}::date[],
        ${toList(results.map(({ outcome }) => outcome))}::outcome[],
        ${toList(results.map(({ records }) => JSON.stringify(records)))}::jsonb[],
        ${toList(results.map(({ sightings }) => `{${sightings.map(({ id }) => id).join()}}`))}::text[])
      AS read (id, accepted_on, outcome, records, drift_ids)
    WHERE delivery.id = read.id AND delivery.accepted_on = read.accepted_on`;
}
