import "server-only";
import { type Transaction, toList } from "@/lib/platform/database/transaction";
import type { FirstArrival } from "./upsert-recordings";
import type { Place } from "./versions/arrived-record";
import type { KnownRecording } from "./versions/known-arrivals";
import type { JudgedArrival } from "./versions/resolve-versions";

/** Notes what came, and what it did. What somebody else has just noted fails as a lost race (40001). */
export async function insertArrivals(
  client: Transaction,
  arrivals: JudgedArrival[],
): Promise<void> {
  if (arrivals.length === 0) return;
  await client.$executeRaw`
    INSERT INTO recording_delivery
      (recording_id, accepted_seq, position, delivery_id, accepted_at, outcome, content_hash,
       payload_hash, customer_id, is_retry, taken_by, taken_at)
    SELECT * FROM unnest(
        ${toList(arrivals.map(({ record }) => record.id))}::text[],
        ${toList(arrivals.map(({ acceptedSeq }) => acceptedSeq))}::bigint[],
        ${toList(arrivals.map(({ position }) => position))}::int[],
        ${toList(arrivals.map(({ deliveryId }) => deliveryId))}::uuid[],
        ${toList(arrivals.map(({ acceptedAt }) => acceptedAt))}::timestamptz[],
        ${toList(arrivals.map(({ outcome }) => outcome))}::outcome[],
        ${toList(arrivals.map(({ contentHash }) => Buffer.from(contentHash, "hex")))}::bytea[],
        ${toList(arrivals.map(({ payloadHash }) => payloadHash && Buffer.from(payloadHash, "hex")))}::bytea[],
        ${toList(arrivals.map(({ record }) => record.customerId))}::text[],
        ${toList(arrivals.map(({ decision }) => decision.isRetry))}::boolean[],
        ${toList(arrivals.map(({ decision }) => decision.takenBy))}::text[],
        ${toList(arrivals.map(({ decision }) => decision.takenAt))}::timestamptz[])
    ON CONFLICT DO NOTHING`;
}

type Noted = {
  /** The first of what came for each recording. */
  firsts: ReadonlyMap<string, FirstArrival>;
  newest: ReadonlyMap<string, Place>;
  /** The recordings as they were before it. */
  before: ReadonlyMap<string, KnownRecording>;
  /** Those whose rows were written for it. */
  written: ReadonlySet<string>;
  isLean: boolean;
};

/**
 * Notes what is told of recordings by arrivals that didn't write their rows: those that are older than
 * all that came before, and in the former form all.
 */
export async function noteFirsts(
  client: Transaction,
  { firsts, newest, before, written, isLean }: Noted,
): Promise<void> {
  // Sorted, so that two batches never wait for each other in a circle.
  const unwritten = [...before]
    .filter(([id]) => firsts.has(id) && !written.has(id))
    .sort(([one], [other]) => (one < other ? -1 : 1));
  const told = unwritten.flatMap(([id, state]) => {
    const first = firsts.get(id);
    return first && (!isLean || first.firstSeq < state.firstSeq) ? [{ id, ...first }] : [];
  });
  if (told.length === 0) return;
  await client.$executeRaw`
    UPDATE recording SET
      first_seq = least(recording.first_seq, arrived.first_seq),
      received_at = least(recording.received_at, arrived.received_at),
      newest_seq = coalesce(arrived.newest_seq, recording.newest_seq),
      newest_position = coalesce(arrived.newest_position, recording.newest_position)
    FROM unnest(${toList(told.map(({ id }) => id))}::text[],
        ${toList(told.map(({ firstSeq }) => firstSeq))}::bigint[],
        ${toList(told.map(({ receivedAt }) => receivedAt))}::timestamptz[],
        ${toList(told.map(({ id }) => newest.get(id)?.acceptedSeq ?? null))}::bigint[],
        ${toList(told.map(({ id }) => newest.get(id)?.position ?? null))}::int[])
      AS arrived (id, first_seq, received_at, newest_seq, newest_position)
    WHERE recording.id = arrived.id`;
}

/**
 * Which arrival of each of these recordings is the newest that counts. Whoever changes something of a
 * recording that was there already writes this first: of two who don't see each other, one fails and
 * tries again.
 */
export async function noteNewest(
  client: Transaction,
  newest: ReadonlyMap<string, Place>,
): Promise<void> {
  if (newest.size === 0) return;
  // Sorted, so that two batches never wait for each other in a circle.
  const ids = [...newest.keys()].sort();
  const places = ids.flatMap((id) => newest.get(id) ?? []);
  await client.$executeRaw`
    INSERT INTO recording_newest (recording_id, accepted_seq, position)
    SELECT * FROM unnest(${toList(ids)}::text[],
        ${toList(places.map(({ acceptedSeq }) => acceptedSeq))}::bigint[],
        ${toList(places.map(({ position }) => position))}::int[])
    ON CONFLICT (recording_id) DO UPDATE SET
      accepted_seq = excluded.accepted_seq, position = excluded.position`;
}

/** The same for those whose newest is found out afterwards. */
export async function claimRecordings(client: Transaction, ids: string[]): Promise<void> {
  await client.$executeRaw`
    INSERT INTO recording_newest (recording_id, accepted_seq, position)
    SELECT id, coalesce(newest_seq, accepted_seq), coalesce(newest_position, accepted_position)
    FROM recording WHERE id = ANY(${toList(ids)}::text[]) ORDER BY id
    ON CONFLICT (recording_id) DO UPDATE SET position = recording_newest.position`;
}

/** They count no more, and their deliveries say so. */
export async function turnIntoRetries(
  client: Transaction,
  arrivals: (Place & { recordingId: string })[],
): Promise<void> {
  if (arrivals.length === 0) return;
  // Of what became of all its records, a delivery tells what most needs an eye.
  await client.$executeRaw`
  WITH turned AS (
    UPDATE recording_delivery AS arrival SET is_retry = true, outcome = 'superseded'
    FROM unnest(
      ${toList(arrivals.map(({ recordingId }) => recordingId))}::text[],
      ${toList(arrivals.map(({ acceptedSeq }) => acceptedSeq))}::bigint[],
      ${toList(arrivals.map(({ position }) => position))}::int[]) AS turned (id, seq, position)
    WHERE arrival.recording_id = turned.id AND arrival.accepted_seq = turned.seq
      AND arrival.position = turned.position
    RETURNING arrival.delivery_id AS id, (accepted_at AT TIME ZONE 'UTC')::date AS day,
      arrival.recording_id, arrival.position
  ), told AS (
    SELECT delivery.id, accepted_on, jsonb_agg(
      CASE WHEN turned.id IS NULL THEN record ELSE record || '{"outcome": "superseded"}' END
      ORDER BY place) AS records
    FROM delivery
    CROSS JOIN LATERAL jsonb_array_elements(records) WITH ORDINALITY AS listed (record, place)
    LEFT JOIN turned ON turned.id = delivery.id AND turned.position = place - 1
      AND turned.recording_id = record ->> 'recordingId'
    WHERE (delivery.id, accepted_on) IN (SELECT id, day FROM turned)
    GROUP BY delivery.id, accepted_on
  )
  UPDATE delivery SET records = told.records, outcome = (
    SELECT record ->> 'outcome' FROM jsonb_array_elements(told.records) AS record
    ORDER BY array_position('{quarantined,stored,unchanged,superseded}', record ->> 'outcome')
    LIMIT 1)::outcome
  FROM told WHERE delivery.id = told.id AND delivery.accepted_on = told.accepted_on`;
}
