import "server-only";
import { type Transaction, toList } from "@/lib/platform/database/transaction";
import { Prisma } from "@/prisma/client/client";
import { type Place, type StoreOutcome, seqsPerMs } from "./arrived-record";
import { isOfThisForm, type StoredContent } from "./hash-record";
import { countsSql } from "./ledger-form";
import { readStoredContents } from "./record-versions";
import type { HashedArrival, Start } from "./resolve-versions";

/** What is stored already around one arrival. */
export type KnownArrival = {
  /** What became of this very arrival when it was stored before; null: it is new. */
  outcome: StoreOutcome | null;
  /** The lowest sequence that brought its content; null: nothing did. */
  firstSeq: bigint | null;
  /** When the nearest older arrival of the same payload was accepted, if that is not too long ago. */
  olderAt: Date | null;
  /** The nearest newer arrival of the same payload, if it may become a retry of this one. */
  newer: NewerArrival | null;
};

export type NewerArrival = Place & { recordingId: string; acceptedAt: Date; customerId: string };

/** What a recording is, and by which arrivals. */
export type KnownRecording = {
  contentHash: string;
  /** The arrival that made it so, since which all that count say the same. */
  start: Start;
  /** The newest arrival that counts; it says what the recording is. */
  newest: Place;
  newestPayloadHash: string | null;
  /** The content, where its hash is of another form than today's. */
  content: StoredContent | null;
  /** The lowest sequence of any of its arrivals. */
  firstSeq: bigint;
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

/** @returns what is known of recordings, and which have a row at all: one that nothing tells of has. */
export async function readKnownRecordings(
  client: Transaction,
  ids: string[],
): Promise<{ before: Map<string, KnownRecording>; isThere: Set<string> }> {
  // An older Earshot doesn't note the newest; where it wrote last, the newest is looked for.
  const found = await client.$queryRaw<RecordingRow[]>`
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

type RecordingRow = {
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
