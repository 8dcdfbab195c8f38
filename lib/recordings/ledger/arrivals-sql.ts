import "server-only";
import { copyRows, type Transaction, toList } from "@/lib/platform/database/transaction";
import { Prisma } from "@/prisma/client/client";
import {
  isAfter,
  isOfThisForm,
  type Place,
  type StoreOutcome,
  seqsPerMs,
} from "../record/call-record";
import type {
  HashedArrival,
  KnownArrival,
  KnownRecording,
  NewerArrival,
  ResolvedArrival,
} from "./resolve-versions";
import { countsSql, readStoredContents } from "./versions-sql";

/** What is known of recordings, and which have a row at all: one that nothing tells of has. */
type KnownRecordings = { before: Map<string, KnownRecording>; isThere: Set<string> };

/** Of the recordings that these arrivals tell of. */
export async function readKnownRecordings(
  client: Transaction,
  arrivals: HashedArrival[],
): Promise<KnownRecordings> {
  const listed = toList([...new Set(arrivals.map(({ record }) => record.id))].sort());
  const found = await client.$queryRaw<KnownRow[]>`
    SELECT id, encode(content_hash, 'hex') AS hash, recording.accepted_seq, accepted_position,
      changed_at, first_seq, newest_seq, newest_position,
      noted.accepted_seq AS noted_seq, noted.position AS noted_position
    FROM recording LEFT JOIN (
      SELECT * FROM recording_newest WHERE recording_id = ANY(${listed}::text[])
    ) AS noted ON recording_id = id
    WHERE id = ANY(${listed}::text[])`;
  const rows = found.filter((row) => row.accepted_seq >= 0n);
  const contents = await readStoredContents(
    client,
    rows.filter(({ hash }) => !isOfThisForm(hash)),
  );
  const newest = await readNewest(client, rows);
  const hashes = new Map(rows.map(({ id, hash }) => [id, hash]));
  const otherwise = arrivals.flatMap(({ record: { id }, contentHash }) => {
    const place = newest.get(id);
    return place && hashes.get(id) !== contentHash ? [[id, place] as const] : [];
  });
  const payloads = await readPayloads(client, new Map(otherwise));
  const before = new Map(
    rows.map((row) => {
      const start = { acceptedSeq: row.accepted_seq, position: row.accepted_position };
      const known: KnownRecording = {
        contentHash: row.hash,
        start: { ...start, acceptedAt: row.changed_at },
        newest: newest.get(row.id) ?? start,
        newestPayloadHash: payloads.get(row.id) ?? null,
        content: contents.get(`${row.id} ${row.hash}`) ?? null,
        firstSeq: row.first_seq,
      };
      return [row.id, known];
    }),
  );
  return { before, isThere: new Set(found.map(({ id }) => id)) };
}

type KnownRow = {
  id: string;
  hash: string;
  accepted_seq: bigint;
  accepted_position: number;
  changed_at: Date;
  first_seq: bigint;
  newest_seq: bigint | null;
  newest_position: number | null;
  noted_seq: bigint | null;
  noted_position: number | null;
};

/** By recording. An older Earshot doesn't note the newest; where it wrote last, the newest is looked for. */
async function readNewest(client: Transaction, rows: KnownRow[]): Promise<Map<string, Place>> {
  const ofOlder = rows.flatMap(({ id, newest_seq, accepted_seq }) =>
    newest_seq === null || newest_seq < accepted_seq ? [{ id, seq: maxSeq, position: 0 }] : [],
  );
  const last = await readBelow(client, ofOlder, { counts: countsSql, atOnce: 1 });
  const places = new Map(
    last.map(({ id, seq, position }) => [id, { acceptedSeq: seq, position }] as const),
  );
  return new Map(
    rows.map((row) => {
      const written = places.get(row.id) ?? {
        acceptedSeq: row.newest_seq ?? row.accepted_seq,
        position: row.newest_position ?? row.accepted_position,
      };
      const noted = { acceptedSeq: row.noted_seq ?? -1n, position: row.noted_position ?? 0 };
      return [row.id, isAfter(noted, written) ? noted : written] as const;
    }),
  );
}

/** By recording, of one arrival each; null: not known. */
async function readPayloads(
  client: Transaction,
  places: ReadonlyMap<string, Place>,
): Promise<Map<string, string | null>> {
  if (places.size === 0) return new Map();
  const rows = await client.$queryRaw<{ id: string; payload: string | null }[]>`
    SELECT recording.id,
      (SELECT encode(payload_hash, 'hex') FROM recording_delivery WHERE recording_id = recording.id
         AND accepted_seq = listed.seq AND position = listed.position) AS payload
    FROM recording JOIN unnest(
      ${toList([...places.keys()])}::text[],
      ${toList([...places.values()].map(({ acceptedSeq }) => acceptedSeq))}::bigint[],
      ${toList([...places.values()].map(({ position }) => position))}::int[]) AS listed (id, seq, position)
    ON recording.id = listed.id`;
  return new Map(rows.map(({ id, payload }) => [id, payload]));
}

/**
 * One for each arrival, in their order; a few rows are read for each, however many there are. Behind
 * the newest that counts nothing newer is looked for.
 * @param windowMs how far apart arrivals of the same payload are looked for
 */
export async function readKnownArrivals(
  client: Transaction,
  arrivals: HashedArrival[],
  { before, isThere, windowMs }: KnownRecordings & { windowMs: number },
): Promise<KnownArrival[]> {
  const asked = arrivals.flatMap((arrival) => {
    const state = before.get(arrival.record.id);
    const isNewest = state !== undefined && isAfter(arrival, state.newest);
    return isThere.has(arrival.record.id) ? [{ ...arrival, isNewest }] : [];
  });
  const read = (await readArrivals(client, asked, windowMs)).values();
  return arrivals.map(
    ({ record }) => (isThere.has(record.id) && read.next().value) || nothingKnown,
  );
}

const nothingKnown: KnownArrival = { outcome: null, firstSeq: null, olderAt: null, newer: null };

async function readArrivals(
  client: Transaction,
  arrivals: (HashedArrival & { isNewest: boolean })[],
  windowMs: number,
): Promise<KnownArrival[]> {
  if (arrivals.length === 0) return [];
  const within = BigInt(windowMs + 1) * seqsPerMs;
  const rows = await client.$queryRaw<ArrivalRow[]>`
    SELECT recording.id, arrived.position, place,
      (SELECT outcome::text FROM recording_delivery WHERE recording_id = recording.id
         AND accepted_seq = arrived.seq AND position = arrived.position) AS outcome,
      coalesce(CASE WHEN content_hash = arrived.hash THEN content_seq END,
        (SELECT first_seq FROM recording_version
         WHERE recording_id = recording.id AND content_hash = arrived.hash)) AS first_seq,
      (SELECT accepted_at ${samePayload}
         AND accepted_seq < arrived.seq AND accepted_seq >= arrived.least_seq
       ORDER BY accepted_seq DESC LIMIT 1) AS older_at,
      CASE WHEN NOT is_newest THEN (SELECT accepted_seq ${samePayload}
         AND accepted_seq > arrived.seq AND accepted_seq <= arrived.most_seq
       ORDER BY accepted_seq LIMIT 1) END AS newer_seq
    FROM recording JOIN unnest(
    ${toList(arrivals.map(({ record }) => record.id))}::text[],
    ${toList(arrivals.map(({ acceptedSeq }) => acceptedSeq))}::bigint[],
    ${toList(arrivals.map(({ position }) => position))}::int[],
    ${toList(arrivals.map(({ contentHash }) => Buffer.from(contentHash, "hex")))}::bytea[],
    ${toList(arrivals.map(({ payloadHash }) => payloadHash && Buffer.from(payloadHash, "hex")))}::bytea[],
    ${toList(arrivals.map(({ acceptedSeq }) => bound(acceptedSeq - within)))}::bigint[],
    ${toList(arrivals.map(({ acceptedSeq }) => bound(acceptedSeq + within)))}::bigint[],
    ${toList(arrivals.map(({ isNewest }) => isNewest))}::bool[]) WITH ORDINALITY
      AS arrived (id, seq, position, hash, payload_hash, least_seq, most_seq, is_newest, place)
    ON recording.id = arrived.id
    ORDER BY place`;
  const newer = await readNewer(client, rows);
  return rows.map((row) => ({
    outcome: row.outcome,
    firstSeq: row.first_seq,
    olderAt: row.older_at,
    newer: newer.get(`${row.id} ${row.newer_seq} ${row.position}`) ?? null,
  }));
}

/** By recording, sequence and position: those that count, unless somebody took them although they were retries. */
async function readNewer(
  client: Transaction,
  rows: ArrivalRow[],
): Promise<Map<string, NewerArrival>> {
  const listed = rows.filter(({ newer_seq }) => newer_seq !== null);
  if (listed.length === 0) return new Map();
  const newer = await client.$queryRaw<NewerArrival[]>`
    SELECT arrival.recording_id AS "recordingId", accepted_seq AS "acceptedSeq",
      arrival.position, arrival.accepted_at AS "acceptedAt",
      coalesce(arrival.customer_id, version.customer_id) AS "customerId"
    FROM recording_delivery AS arrival JOIN unnest(
      ${toList(listed.map(({ id }) => id))}::text[],
      ${toList(listed.map(({ newer_seq }) => newer_seq))}::bigint[],
      ${toList(listed.map(({ position }) => position))}::int[]) AS listed (id, seq, position)
    ON arrival.recording_id = listed.id AND accepted_seq = listed.seq
      AND arrival.position = listed.position
    LEFT JOIN recording_version AS version ON version.recording_id = arrival.recording_id
      AND version.content_hash = arrival.content_hash
    WHERE taken_by IS NULL AND ${Prisma.raw(countsSql)}`;
  return new Map(
    newer.map((one) => [`${one.recordingId} ${one.acceptedSeq} ${one.position}`, one]),
  );
}

function bound(seq: bigint): bigint {
  return seq < 0n ? 0n : seq < maxSeq ? seq : maxSeq;
}

type ArrivalRow = {
  id: string;
  position: number;
  outcome: StoreOutcome | null;
  first_seq: bigint | null;
  older_at: Date | null;
  newer_seq: bigint | null;
};

const samePayload = Prisma.raw(`
  FROM recording_delivery WHERE recording_id = recording.id
    AND payload_hash = arrived.payload_hash AND position = arrived.position`);

/** Notes what came, and what it did. What somebody else has just noted fails as a lost race (40001). */
export async function insertArrivals(
  client: Transaction,
  arrivals: ResolvedArrival[],
): Promise<void> {
  await copyRows(
    client,
    "recording_delivery",
    arrivals.map(({ record, payloadHash, contentHash, decision, ...arrival }) => ({
      recording_id: record.id,
      accepted_seq: arrival.acceptedSeq,
      position: arrival.position,
      delivery_id: arrival.deliveryId,
      accepted_at: arrival.acceptedAt,
      outcome: arrival.outcome,
      content_hash: Buffer.from(contentHash, "hex"),
      payload_hash: payloadHash && Buffer.from(payloadHash, "hex"),
      customer_id: record.customerId,
      is_retry: decision.isRetry,
      taken_by: decision.takenBy,
      taken_at: decision.takenAt,
    })),
  );
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
  if (wanted.length === 0) return [];
  const ids = toList(wanted.map(({ id }) => id));
  return client.$queryRaw<RunRow[]>`
    SELECT below.* FROM recording CROSS JOIN LATERAL (
      SELECT recording_id AS id, accepted_seq AS seq, position, accepted_at,
        encode(content_hash, 'hex') AS hash, encode(payload_hash, 'hex') AS payload
      FROM recording_delivery WHERE recording_id = recording.id AND ${Prisma.raw(counts)}
        AND (accepted_seq, position) < (
          (${toList(wanted.map(({ seq }) => seq))}::bigint[])[array_position(${ids}::text[], recording.id)],
          (${toList(wanted.map(({ position }) => position))}::int[])[array_position(${ids}::text[], recording.id)])
      ORDER BY accepted_seq DESC, position DESC LIMIT ${atOnce}
    ) AS below
    WHERE recording.id = ANY(${ids}::text[])
    ORDER BY below.id, below.seq DESC, below.position DESC`;
}

/** Above every sequence. */
export const maxSeq = 2n ** 63n - 1n;

export type RunRow = {
  id: string;
  seq: bigint;
  position: number;
  accepted_at: Date;
  hash: string;
  payload: string | null;
};
