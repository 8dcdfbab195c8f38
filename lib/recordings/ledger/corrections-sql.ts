import "server-only";
import { type Transaction, toList } from "@/lib/platform/database/transaction";
import { Prisma } from "@/prisma/client/client";
import {
  type ArrivedRecord,
  type DeliveryOutcome,
  foremostOutcome,
  isOfThisForm,
  type Place,
  type StoredContent,
  type StoreOutcome,
} from "../record/call-record";
import type { Decision } from "./resolve-versions";
import { readStoredContents } from "./versions-sql";

/** Which of these are stored as retries, by `keyOf`. */
export async function readRetries(
  client: Transaction,
  arrived: ArrivedRecord[],
): Promise<Set<string>> {
  const rows = await client.$queryRaw<(Place & { id: string })[]>`
    SELECT recording_id AS id, accepted_seq AS "acceptedSeq", stored.position
    ${storedSql(arrived)} AND is_retry`;
  return new Set(rows.map(({ id, ...place }) => keyOf(id, place)));
}

/** A former arrival, with its content where the hash is of another form than today's. */
export type Former = FormerArrival & { content: StoredContent | null };

/** What became of these when they were read before, by `keyOf`. */
export async function readFormerArrivals(
  client: Transaction,
  arrived: ArrivedRecord[],
): Promise<Map<string, Former>> {
  const rows = await client.$queryRaw<FormerRow[]>`
    SELECT recording_id AS "recordingId", accepted_seq AS "acceptedSeq", stored.position, outcome,
      encode(content_hash, 'hex') AS "contentHash", is_retry AS "isRetry", taken_by AS "takenBy",
      taken_at AS "takenAt"
    ${storedSql(arrived)}`;
  const older = rows.filter(({ contentHash }) => !isOfThisForm(contentHash));
  const contents = await readStoredContents(
    client,
    older.map(({ recordingId: id, contentHash: hash }) => ({ id, hash })),
  );
  return new Map(
    rows.map(({ isRetry, takenBy, takenAt, ...arrival }) => {
      const isOutdated = arrival.outcome === "superseded";
      const decision = {
        // An older Earshot knew no retries, and left out what was older than what it knew.
        isRetry: isRetry ?? (isOutdated ? null : false),
        counts: isRetry === null ? !isOutdated : !isRetry,
        takenBy,
        takenAt,
      };
      const content = contents.get(`${arrival.recordingId} ${arrival.contentHash}`) ?? null;
      return [keyOf(arrival.recordingId, arrival), { ...arrival, decision, content }];
    }),
  );
}

function storedSql(arrived: ArrivedRecord[]): Prisma.Sql {
  return Prisma.sql`
    FROM recording_delivery AS stored
    JOIN unnest(
      ${toList(arrived.map(({ record }) => record.id))}::text[],
      ${toList(arrived.map(({ acceptedSeq }) => acceptedSeq))}::bigint[],
      ${toList(arrived.map(({ position }) => position))}::int[]
    ) AS arrived (id, seq, place)
      ON recording_id = arrived.id AND accepted_seq = arrived.seq
      AND stored.position = arrived.place`;
}

type FormerRow = Omit<FormerArrival, "decision"> & Omit<Decision, "counts">;

export function keyOf(recordingId: string, { acceptedSeq, position }: Place): string {
  return `${acceptedSeq} ${position} ${recordingId}`;
}

/** What a record of a delivery did to its recording when it was read. */
export type FormerArrival = Place & {
  recordingId: string;
  contentHash: string;
  outcome: StoreOutcome;
  decision: Decision;
};

export async function forgetArrivals(
  client: Transaction,
  arrivals: FormerArrival[],
): Promise<void> {
  await client.$executeRaw`
    DELETE FROM recording_delivery AS arrival
    USING unnest(
        ${toList(arrivals.map(({ recordingId }) => recordingId))}::text[],
        ${toList(arrivals.map(({ acceptedSeq }) => acceptedSeq))}::bigint[],
        ${toList(arrivals.map(({ position }) => position))}::int[]) AS gone (id, seq, position)
    WHERE arrival.recording_id = gone.id AND arrival.accepted_seq = gone.seq
      AND arrival.position = gone.position`;
}

/** A content belongs to the first of the deliveries that still bring it; without one it is gone. */
export async function raiseVersions(
  client: Transaction,
  arrivals: FormerArrival[],
): Promise<string[]> {
  const withdrawn = Prisma.sql`unnest(
    ${toList(arrivals.map(({ recordingId }) => recordingId))}::text[],
    ${toList(arrivals.map(({ contentHash }) => Buffer.from(contentHash, "hex")))}::bytea[]) AS withdrawn (id, hash)`;
  const rows = await client.$queryRaw<VersionRow[]>`
    SELECT DISTINCT version.recording_id, version.content_hash, customer_id,
      arrival.accepted_seq, arrival.delivery_id, arrival.accepted_at
    FROM recording_version AS version
    JOIN ${withdrawn} ON version.recording_id = withdrawn.id AND version.content_hash = withdrawn.hash
    LEFT JOIN LATERAL (
      SELECT accepted_seq, delivery_id, accepted_at FROM recording_delivery
      WHERE recording_id = version.recording_id AND content_hash = version.content_hash
      ORDER BY accepted_seq, position LIMIT 1
    ) AS arrival ON true`;
  const raised = rows.filter((row) => row.accepted_seq !== null);
  await client.$executeRaw`
    UPDATE recording_version AS version
    SET first_seq = raised.seq, delivery_id = raised.delivery_id, accepted_at = raised.accepted_at
    FROM unnest(
      ${toList(raised.map((row) => row.recording_id))}::text[],
      ${toList(raised.map((row) => row.content_hash))}::bytea[],
      ${toList(raised.map((row) => row.accepted_seq))}::bigint[],
      ${toList(raised.map((row) => row.delivery_id))}::uuid[],
      ${toList(raised.map((row) => row.accepted_at))}::timestamptz[])
      AS raised (id, hash, seq, delivery_id, accepted_at)
    WHERE version.recording_id = raised.id AND version.content_hash = raised.hash`;
  const gone = rows.filter((row) => row.accepted_seq === null);
  await client.$executeRaw`
    DELETE FROM recording_version AS version USING unnest(
      ${toList(gone.map((row) => row.recording_id))}::text[],
      ${toList(gone.map((row) => row.content_hash))}::bytea[]) AS gone (id, hash)
    WHERE version.recording_id = gone.id AND version.content_hash = gone.hash`;
  return [...new Set(rows.map((row) => row.customer_id))];
}

type VersionRow = { recording_id: string; content_hash: Uint8Array; customer_id: string } & (
  | { accepted_seq: bigint; delivery_id: string; accepted_at: Date }
  | { accepted_seq: null; delivery_id: null; accepted_at: null }
);

/** They count no more, and their deliveries say so. */
export async function turnIntoRetries(
  client: Transaction,
  arrivals: (Place & { recordingId: string })[],
): Promise<void> {
  if (arrivals.length === 0) return;
  const turned = await client.$queryRaw<TurnedRow[]>`
    UPDATE recording_delivery AS arrival SET is_retry = true, outcome = 'superseded'
    FROM unnest(
      ${toList(arrivals.map(({ recordingId }) => recordingId))}::text[],
      ${toList(arrivals.map(({ acceptedSeq }) => acceptedSeq))}::bigint[],
      ${toList(arrivals.map(({ position }) => position))}::int[]) AS turned (id, seq, position)
    WHERE arrival.recording_id = turned.id AND arrival.accepted_seq = turned.seq
      AND arrival.position = turned.position
    RETURNING arrival.delivery_id, accepted_at, arrival.position`;
  const retries = new Map(turned.map((row) => [row.delivery_id, new Set<number>()]));
  for (const row of turned) retries.get(row.delivery_id)?.add(row.position);
  const days = turned.map((row) => row.accepted_at.toISOString().slice(0, 10));
  const deliveries = await client.$queryRaw<DeliveryRow[]>`
    SELECT id, accepted_on, records FROM delivery
    WHERE id = ANY(${toList([...retries.keys()])}::uuid[])
      AND accepted_on = ANY(${toList(days)}::date[])`;
  const told = deliveries.map(({ id, records }) =>
    records.map((one, n) =>
      retries.get(id)?.has(n) ? { ...one, outcome: "superseded" as const } : one,
    ),
  );
  const outcomes = told.map((records) =>
    foremostOutcome(new Set(records.map(({ outcome }) => outcome))),
  );
  await client.$executeRaw`
    UPDATE delivery SET records = told.records, outcome = told.outcome
    FROM unnest(
      ${toList(deliveries.map(({ id }) => id))}::uuid[],
      ${toList(deliveries.map((row) => row.accepted_on))}::date[],
      ${toList(told.map((records) => JSON.stringify(records)))}::jsonb[],
      ${toList(outcomes)}::outcome[]) AS told (id, day, records, outcome)
    WHERE delivery.id = told.id AND accepted_on = told.day`;
}

type TurnedRow = { delivery_id: string; accepted_at: Date; position: number };
type DeliveryRow = { id: string; accepted_on: Date; records: { outcome: DeliveryOutcome }[] };

type Arrival = Place & { recordingId: string };

/** Lets an arrival count that is a retry. @returns whom it names; undefined: it is no retry */
export async function letCount(
  client: Transaction,
  arrival: Arrival,
  takenBy: string,
): Promise<string | undefined> {
  const [taken] = await client.$queryRaw<{ customer_id: string }[]>`
    UPDATE recording_delivery SET is_retry = false, taken_by = ${takenBy}, taken_at = now()
    WHERE ${isArrival(arrival)} AND is_retry RETURNING customer_id`;
  return taken?.customer_id;
}

/** Writes the row of a recording as it is, so that nobody else changes it. @returns its hash */
export async function claimHash(client: Transaction, id: string): Promise<string | undefined> {
  const rows = await client.$queryRaw<{ hash: string }[]>`
    UPDATE recording SET newest_seq = newest_seq WHERE id = ${id}
    RETURNING encode(content_hash, 'hex') AS hash`;
  return rows[0]?.hash;
}

/** Notes what an arrival did, by what its recording was before it. */
export async function updateOutcome(
  client: Transaction,
  arrival: Arrival,
  before: string | undefined,
): Promise<StoreOutcome | undefined> {
  const told = await client.$queryRaw<{ outcome: StoreOutcome }[]>`
    UPDATE recording_delivery SET outcome = CASE
       WHEN (newest_seq, newest_position) <> (recording_delivery.accepted_seq, position)
         THEN 'superseded'
       WHEN recording.content_hash = decode(${before}, 'hex') THEN 'unchanged' ELSE 'stored' END::outcome
     FROM recording
     WHERE ${isArrival(arrival)} AND recording.id = recording_id RETURNING outcome`;
  return told[0]?.outcome;
}

function isArrival({ recordingId, acceptedSeq, position }: Arrival): Prisma.Sql {
  return Prisma.sql`
    recording_id = ${recordingId} AND recording_delivery.accepted_seq = ${acceptedSeq}
    AND position = ${position}`;
}
