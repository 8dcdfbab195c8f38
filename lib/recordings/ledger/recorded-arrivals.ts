import "server-only";
import type { PoolClient } from "pg";
import type { Place } from "./arrived-record";
import type { JudgedArrival } from "./judge-arrivals";

/** Notes what came, and what it did. What somebody else has just noted fails as a lost race (40001). */
export async function insertArrivals(client: PoolClient, arrivals: JudgedArrival[]): Promise<void> {
  if (arrivals.length === 0) return;
  await client.query(
    `INSERT INTO recording_delivery
       (recording_id, accepted_seq, position, delivery_id, accepted_at, outcome, content_hash,
        payload_hash, customer_id, is_retry, taken_by, taken_at)
     SELECT * FROM unnest($1::text[], $2::bigint[], $3::int[], $4::uuid[], $5::timestamptz[],
                          $6::outcome[], $7::bytea[], $8::bytea[], $9::text[], $10::boolean[],
                          $11::text[], $12::timestamptz[])
     ON CONFLICT DO NOTHING`,
    [
      arrivals.map(({ record }) => record.id),
      arrivals.map(({ acceptedSeq }) => acceptedSeq),
      arrivals.map(({ position }) => position),
      arrivals.map(({ deliveryId }) => deliveryId),
      arrivals.map(({ acceptedAt }) => acceptedAt),
      arrivals.map(({ outcome }) => outcome),
      arrivals.map(({ contentHash }) => Buffer.from(contentHash, "hex")),
      arrivals.map(({ payloadHash }) => payloadHash && Buffer.from(payloadHash, "hex")),
      arrivals.map(({ record }) => record.customerId),
      arrivals.map(({ decision }) => decision.isRetry),
      arrivals.map(({ decision }) => decision.takenBy),
      arrivals.map(({ decision }) => decision.takenAt),
    ],
  );
}

/** They count no more, and their deliveries say so. */
export async function turnIntoRetries(
  client: PoolClient,
  arrivals: (Place & { recordingId: string })[],
): Promise<void> {
  if (arrivals.length === 0) return;
  await client.query(turnSql, [
    arrivals.map(({ recordingId }) => recordingId),
    arrivals.map(({ acceptedSeq }) => acceptedSeq),
    arrivals.map(({ position }) => position),
  ]);
}

/** Of what became of all its records, a delivery tells what most needs an eye. */
const turnSql = `
  WITH turned AS (
    UPDATE recording_delivery AS arrival SET is_retry = true, outcome = 'superseded'
    FROM unnest($1::text[], $2::bigint[], $3::int[]) AS turned (id, seq, position)
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
