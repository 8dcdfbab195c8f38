import "server-only";
import { type Transaction, toList } from "@/lib/platform/database/transaction";
import { parseRetryWindow, retryWindowName } from "@/lib/settings/schema";
import { Prisma } from "@/prisma/client/client";
import { isOfThisForm, type Place, type StoreOutcome, seqsPerMs } from "./arrived-record";
import type { HashedArrival, JudgedArrival, KnownArrival, KnownRecording } from "./judge-arrivals";
import { countsSql, readStoredContents } from "./versions-sql";

/** @returns what is known of recordings, and which have a row at all: one that nothing tells of has. */
export async function readKnownRecordings(
  client: Transaction,
  ids: string[],
): Promise<{ before: Map<string, KnownRecording>; isThere: Set<string> }> {
  // An older Earshot doesn't note the newest; where it wrote last, the newest is looked for.
  const found = await client.$queryRaw<KnownRow[]>`
    SELECT id, encode(recording.content_hash, 'hex') AS hash,
      recording.accepted_seq, accepted_position, changed_at, recording.first_seq,
      newest.seq AS newest_seq, newest.position AS newest_position,
      (SELECT encode(payload_hash, 'hex') FROM recording_delivery
       WHERE recording_id = id AND recording_delivery.accepted_seq = newest.seq
         AND recording_delivery.position = newest.position) AS payload
    FROM recording
    LEFT JOIN LATERAL (
      SELECT accepted_seq, position FROM recording_delivery
      WHERE recording_id = recording.id AND ${Prisma.raw(countsSql)}
        AND (newest_seq IS NULL OR newest_seq < recording.accepted_seq)
      ORDER BY accepted_seq DESC, position DESC LIMIT 1
    ) AS last ON true
    CROSS JOIN LATERAL (
      SELECT coalesce(last.accepted_seq, newest_seq, recording.accepted_seq) AS seq,
        coalesce(last.position, newest_position, accepted_position) AS position
      UNION ALL
      SELECT accepted_seq, position FROM recording_newest WHERE recording_id = recording.id
      ORDER BY seq DESC, position DESC LIMIT 1
    ) AS newest
    WHERE id = ANY(${ids})`;
  const rows = found.filter((row) => row.accepted_seq >= 0n);
  const contents = await readStoredContents(
    client,
    rows.filter(({ hash }) => !isOfThisForm(hash)),
  );
  const before = new Map(
    rows.map((row) => [
      row.id,
      {
        contentHash: row.hash,
        start: {
          acceptedSeq: row.accepted_seq,
          position: row.accepted_position,
          acceptedAt: row.changed_at,
        },
        newest: { acceptedSeq: row.newest_seq, position: row.newest_position },
        newestPayloadHash: row.payload,
        content: contents.get(`${row.id} ${row.hash}`) ?? null,
        firstSeq: row.first_seq,
      },
    ]),
  );
  return { before, isThere: new Set(found.map(({ id }) => id)) };
}

type KnownRow = {
  id: string;
  hash: string;
  accepted_seq: bigint;
  accepted_position: number;
  changed_at: Date;
  newest_seq: bigint;
  newest_position: number;
  payload: string | null;
  first_seq: bigint;
};

/**
 * One for each arrival, in their order; a few rows are read for each, however many there are.
 * @param isThere the recordings that have a row: of others nothing is known
 * @param windowMs how far apart arrivals of the same payload are looked for
 */
export async function readKnownArrivals(
  client: Transaction,
  arrivals: HashedArrival[],
  { isThere, windowMs }: { isThere: ReadonlySet<string>; windowMs: number },
): Promise<KnownArrival[]> {
  const read = (
    await readArrivals(
      client,
      arrivals.filter(({ record }) => isThere.has(record.id)),
      windowMs,
    )
  ).values();
  return arrivals.map(
    ({ record }) => (isThere.has(record.id) && read.next().value) || nothingKnown,
  );
}

const nothingKnown: KnownArrival = { outcome: null, firstSeq: null, olderAt: null, newer: null };

async function readArrivals(
  client: Transaction,
  arrivals: HashedArrival[],
  windowMs: number,
): Promise<KnownArrival[]> {
  if (arrivals.length === 0) return [];
  const within = BigInt(windowMs + 1) * seqsPerMs;
  const rows = await client.$queryRaw<ArrivalRow[]>`
    SELECT arrived.id, arrived.position,
      (SELECT outcome::text FROM recording_delivery WHERE recording_id = arrived.id
         AND accepted_seq = arrived.seq AND position = arrived.position) AS outcome,
      coalesce(
        (SELECT content_seq FROM recording WHERE id = arrived.id AND content_hash = arrived.hash),
        (SELECT first_seq FROM recording_version
         WHERE recording_id = arrived.id AND content_hash = arrived.hash)) AS first_seq,
      (SELECT accepted_at ${samePayload} 
         AND accepted_seq < arrived.seq AND accepted_seq >= arrived.least_seq
       ORDER BY accepted_seq DESC LIMIT 1) AS older_at,
      newer.counts AS newer_counts, newer.accepted_seq AS newer_seq, newer.accepted_at AS newer_at,
      coalesce(newer.customer_id,
        (SELECT customer_id FROM recording_version WHERE recording_id = arrived.id
           AND content_hash = newer.content_hash)) AS newer_customer_id
    FROM unnest(
      ${toList(arrivals.map(({ record }) => record.id))}::text[],
      ${toList(arrivals.map(({ acceptedSeq }) => acceptedSeq))}::bigint[],
      ${toList(arrivals.map(({ position }) => position))}::int[],
      ${toList(arrivals.map(({ contentHash }) => Buffer.from(contentHash, "hex")))}::bytea[],
      ${toList(arrivals.map(({ payloadHash }) => payloadHash && Buffer.from(payloadHash, "hex")))}::bytea[],
      ${toList(arrivals.map(({ acceptedSeq }) => bound(acceptedSeq - within)))}::bigint[],
      ${toList(arrivals.map(({ acceptedSeq }) => bound(acceptedSeq + within)))}::bigint[]) WITH ORDINALITY
      AS arrived (id, seq, position, hash, payload_hash, least_seq, most_seq, place)
    LEFT JOIN LATERAL (
      SELECT accepted_seq, accepted_at, customer_id, content_hash,
        taken_by IS NULL AND ${Prisma.raw(countsSql)} AS counts
      ${samePayload} AND accepted_seq > arrived.seq AND accepted_seq <= arrived.most_seq
      ORDER BY accepted_seq LIMIT 1
    ) AS newer ON true
    ORDER BY place`;
  return rows.map((row) => ({
    outcome: row.outcome,
    firstSeq: row.first_seq,
    olderAt: row.older_at,
    newer: row.newer_counts
      ? {
          recordingId: row.id,
          acceptedSeq: row.newer_seq,
          position: row.position,
          acceptedAt: row.newer_at,
          customerId: row.newer_customer_id,
        }
      : null,
  }));
}

function bound(seq: bigint): bigint {
  if (seq < 0n) return 0n;
  return seq < 2n ** 63n ? seq : 2n ** 63n - 1n;
}

type ArrivalRow = {
  id: string;
  position: number;
  outcome: StoreOutcome | null;
  first_seq: bigint | null;
  older_at: Date | null;
} & (
  | { newer_counts: true; newer_seq: bigint; newer_at: Date; newer_customer_id: string }
  | { newer_counts: false | null }
);

const samePayload = Prisma.raw(`
  FROM recording_delivery WHERE recording_id = arrived.id
    AND payload_hash = arrived.payload_hash AND position = arrived.position`);

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

/**
 * The newest arrivals that count of each of these recordings, below a place in it.
 * @param counts which count, in SQL
 */
export async function readBelow(
  client: Transaction,
  wanted: { id: string; seq: bigint; position: number }[],
  { counts, atOnce }: { counts: string; atOnce: number },
): Promise<RunRow[]> {
  return client.$queryRaw<RunRow[]>`
    SELECT below.* FROM unnest(
      ${toList(wanted.map(({ id }) => id))}::text[],
      ${toList(wanted.map(({ seq }) => seq))}::bigint[],
      ${toList(wanted.map(({ position }) => position))}::int[]) AS wanted (id, seq, position)
    CROSS JOIN LATERAL (
      SELECT recording_id AS id, accepted_seq AS seq, position, accepted_at,
        encode(content_hash, 'hex') AS hash, encode(payload_hash, 'hex') AS payload
      FROM recording_delivery WHERE recording_id = wanted.id
        AND (accepted_seq, position) < (wanted.seq, wanted.position) AND ${Prisma.raw(counts)}
      ORDER BY accepted_seq DESC, position DESC LIMIT ${atOnce}
    ) AS below
    ORDER BY below.id, below.seq DESC, below.position DESC`;
}

export type RunRow = {
  id: string;
  seq: bigint;
  position: number;
  accepted_at: Date;
  hash: string;
  payload: string | null;
};

/** For how long after a payload the same one counts as its retry; 0: never. */
export async function readRetryWindowMs(client: Transaction): Promise<number> {
  const rows = await client.$queryRaw<
    { value: unknown }[]
  >`SELECT value FROM setting WHERE name = ${retryWindowName}`;
  return parseRetryWindow(rows[0]?.value).minutes * 60_000;
}
