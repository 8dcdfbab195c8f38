import "server-only";
import type { Pool } from "pg";
import { newLease } from "@/lib/ops/lease-sql";
import {
  type Database,
  prismaOn,
  type Transaction,
  toList,
} from "@/lib/platform/database/transaction";
import { Prisma } from "@/prisma/client/client";
import type { DriftObservation } from "../drift/drift";
import { dayOf } from "../store/sql";
import type { RecordOutcome } from "../views/delivery-log";

/** A re-reading that this process works on. */
export type ClaimedJob = {
  id: string;
  claimedBy: string;
  /** The log's parameters, and the zone of their days. */
  filter: string;
  timeZone: string;
  /** The last delivery that was read. */
  cursor: Cursor;
  lastSeq: bigint;
};

/** Sequence and id of a delivery. */
export type Cursor = { seq: bigint; id: string };

const lease = newLease({
  table: "reread_job",
  holder: "claimed_by",
  until: "claimed_until",
  lasts: "1 minute",
});

/**
 * The open job, for this process alone until it has been silent for a minute; undefined when there
 * is none to do.
 */
export async function claimJob(pool: Pool, claimant: string): Promise<ClaimedJob | undefined> {
  const rows = await prismaOn(pool).$queryRaw<JobRow[]>`
    UPDATE reread_job SET ${lease.taken(claimant)}
    WHERE is_open AND state = 'running'
      AND ${lease.isFreeFor(claimant)}
    RETURNING id, filter, time_zone, cursor_seq, cursor_id, last_seq`;
  const [row] = rows;
  if (!row) await lease.shorten(prismaOn(pool), Prisma.sql`is_open`);
  return (
    row && {
      id: row.id,
      claimedBy: claimant,
      filter: row.filter,
      timeZone: row.time_zone,
      cursor: { seq: row.cursor_seq, id: row.cursor_id ?? lastId },
      lastSeq: row.last_seq,
    }
  );
}

/**
 * Keeps the job while a long delivery of it is read.
 * @throws {LostLease}
 */
export async function renewClaim(pool: Pool, { id, claimedBy }: ClaimedJob): Promise<void> {
  await lease.renew(prismaOn(pool), claimedBy, Prisma.sql`id = ${id}::uuid AND state = 'running'`);
}

/**
 * Notes how far the job is, in the transaction that reads: so each delivery is counted once.
 * @throws {LostLease}
 */
export async function advanceJob(
  client: Transaction,
  { id, claimedBy }: ClaimedJob,
  { cursor, read, released, held, skipped }: RereadTally & { cursor: Cursor; read: number },
): Promise<void> {
  await lease.renew(
    client,
    claimedBy,
    Prisma.sql`id = ${id}::uuid AND state = 'running'
      AND (cursor_seq, coalesce(cursor_id, ${lastId}::uuid)) < (${cursor.seq}, ${cursor.id}::uuid)`,
    Prisma.sql`, cursor_seq = ${cursor.seq}, cursor_id = ${cursor.id}::uuid,
      read_count = read_count + ${read}, released_count = released_count + ${released},
      held_count = held_count + ${held}, skipped_count = skipped_count + ${skipped},
      fault = NULL, updated_at = now()`,
  );
}

export async function finishJob(pool: Pool, { id, claimedBy }: ClaimedJob): Promise<void> {
  await prismaOn(pool).$executeRaw`
    UPDATE reread_job SET state = 'done', is_open = NULL, fault = NULL, updated_at = now()
    WHERE id = ${id} AND ${lease.isHeldBy(claimedBy)} AND state = 'running'`;
}

/** Says on the job why it doesn't get on. */
export async function noteFault(pool: Pool, claimant: string, fault: string): Promise<void> {
  await prismaOn(pool).$executeRaw`
    UPDATE reread_job SET fault = ${fault.slice(0, 300)}
    WHERE is_open AND state = 'running' AND ${lease.isHeldBy(claimant)}`;
}

/** Leaves the job to whoever is next, without the minute's wait. */
export async function releaseClaims(pool: Pool, claimant: string): Promise<void> {
  await lease.giveUp(prismaOn(pool), claimant, Prisma.sql`is_open`);
}

/** Behind all deliveries of a sequence. */
export const lastId = "ffffffff-ffff-ffff-ffff-ffffffffffff";

type JobRow = {
  id: string;
  filter: string;
  time_zone: string;
  cursor_seq: bigint;
  cursor_id: string | null;
  last_seq: bigint;
};

/**
 * Of the deliveries that were to be read again: how many left the quarantine, how many are in it,
 * and how many have no bytes any more.
 */
export type RereadTally = { released: number; held: number; skipped: number };

export type KeptRow = {
  id: string;
  accepted_seq: bigint;
  headers: [string, string][] | null;
  body: Uint8Array | null;
  packing: number | null;
};

/** One delivery, if its bytes are kept. */
export async function readOne(
  pool: Pool,
  { id, acceptedOn }: { id: string; acceptedOn: Date },
): Promise<KeptRow[]> {
  return prismaOn(pool).$queryRaw`
    SELECT id, accepted_seq, headers, body, packing
    FROM delivery JOIN delivery_body USING (id, accepted_on)
    WHERE id = ${id}::uuid AND accepted_on = ${acceptedOn.toISOString().slice(0, 10)}::date`;
}

/**
 * At least one, then as many as their bytes allow. Those that were set aside unread are left out: a
 * job would come upon one again and again, and end the server each time; somebody may read it alone.
 */
export async function readNext(
  pool: Pool,
  { cursor, lastSeq }: Pick<ClaimedJob, "cursor" | "lastSeq">,
  wanted: { where: Prisma.Sql; unread: string; deliveries: number; bytes: number },
): Promise<KeptRow[]> {
  return prismaOn(pool).$queryRaw`
    SELECT id, accepted_seq, headers, body, packing FROM (
      SELECT *, sum(bytes) OVER (ORDER BY accepted_seq, id) - bytes AS bytes_before FROM (
        SELECT id, accepted_on, accepted_seq, bytes FROM delivery
        WHERE ${wanted.where}
          AND (accepted_seq, id) > (${cursor.seq}::bigint, ${cursor.id}::uuid)
          AND accepted_seq <= ${lastSeq}
          AND NOT records @> ${wanted.unread}::jsonb
        ORDER BY accepted_seq, id LIMIT ${wanted.deliveries}
      ) AS next
    ) AS measured
    LEFT JOIN delivery_body USING (id, accepted_on)
    WHERE bytes_before < ${wanted.bytes}
    ORDER BY accepted_seq, id`;
}

export type DeliveryKey = { deliveryId: string; acceptedSeq: bigint };

/** What a delivery was read as, which drift it was counted for, and the hash of its body. */
type Former = { records: RecordOutcome[]; driftIds: Set<bigint>; sha256: string };

export async function readFormer(
  client: Transaction,
  keys: DeliveryKey[],
): Promise<Map<string, Former>> {
  const days = new Set(keys.map(({ acceptedSeq }) => dayOf(acceptedSeq)));
  const rows = await client.$queryRaw<FormerRow[]>`
    SELECT id, records, drift_ids, encode(sha256, 'hex') AS sha256 FROM delivery
    WHERE id = ANY(${toList(keys.map(({ deliveryId }) => deliveryId))}::uuid[])
      AND accepted_on = ANY(${toList([...days])}::date[])`;
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

type Result = DeliveryKey & {
  records: RecordOutcome[];
  outcome: RecordOutcome["outcome"];
  /** What it is counted for from now on, besides. */
  observations: DriftObservation[];
};

/** They stand as they were read just now. */
export async function updateDeliveries(client: Transaction, results: Result[]): Promise<void> {
  await client.$executeRaw`
    UPDATE delivery SET outcome = read.outcome, records = read.records,
      drift_ids = coalesce(delivery.drift_ids, '{}') || read.drift_ids::bigint[],
      reread_at = now()
    FROM unnest(
        ${toList(results.map(({ deliveryId }) => deliveryId))}::uuid[],
        ${toList(results.map(({ acceptedSeq }) => dayOf(acceptedSeq)))}::date[],
        ${toList(results.map(({ outcome }) => outcome))}::outcome[],
        ${toList(results.map(({ records }) => JSON.stringify(records)))}::jsonb[],
        ${toList(results.map(({ observations }) => `{${observations.map(({ id }) => id).join()}}`))}::text[])
      AS read (id, accepted_on, outcome, records, drift_ids)
    WHERE delivery.id = read.id AND delivery.accepted_on = read.accepted_on`;
}

/** The same of one; `records` is their JSON. */
export async function updateDelivery(
  client: Transaction,
  key: DeliveryKey,
  {
    outcome,
    records,
    observations,
  }: Omit<Result, "records" | keyof DeliveryKey> & { records: string },
): Promise<void> {
  await client.$executeRaw`
    UPDATE delivery SET outcome = ${outcome}::outcome, records = ${records}::jsonb,
      drift_ids = coalesce(drift_ids, '{}') || ${toList(observations.map(({ id }) => id))}::bigint[],
      reread_at = now()
    WHERE ${isDelivery(key)}`;
}

type FormerSumRow = {
  outcome: RecordOutcome["outcome"];
  sha256: string;
  drift_ids: bigint[] | null;
  count: number;
};

function isDelivery({ deliveryId, acceptedSeq }: DeliveryKey): Prisma.Sql {
  return Prisma.sql`id = ${deliveryId}::uuid AND accepted_on = ${dayOf(acceptedSeq)}::date`;
}

/** The same of one, without its records, which may be very many. */
export async function readFormerSum(
  client: Database,
  key: DeliveryKey,
): Promise<FormerSumRow | undefined> {
  const rows = await client.$queryRaw<FormerSumRow[]>`
    SELECT outcome, encode(sha256, 'hex') AS sha256, drift_ids, jsonb_array_length(records) AS count
    FROM delivery WHERE ${isDelivery(key)}`;
  return rows[0];
}

/** What became of some of its records when it was last read, from a position on. */
export async function readRecords(
  pool: Pool,
  key: DeliveryKey,
  from: number,
  most: number,
): Promise<RecordOutcome[]> {
  const path = `$[${from} to ${from + Math.max(1, most) - 1}]`;
  const rows = await prismaOn(pool).$queryRaw<{ records: RecordOutcome[] }[]>`
    SELECT jsonb_path_query_array(records, ${path}::text::jsonpath) AS records
    FROM delivery WHERE ${isDelivery(key)}`;
  return rows[0]?.records ?? [];
}
