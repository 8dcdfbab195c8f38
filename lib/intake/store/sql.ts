import "server-only";
import type { Pool } from "pg";
import {
  copyRows,
  type Database,
  prismaOn,
  type Transaction,
  toList,
} from "@/lib/platform/database/transaction";
import type { StoreOutcome } from "@/lib/recordings/record/call-record";
import { isLedgerLean } from "@/lib/settings/ledger-terms-sql";
import { Prisma } from "@/prisma/client/client";
import type { JournalEntry } from "../journal/journal";
import { acceptedAtOf, toAcceptedSeq } from "../journal/sequence";
import type { RecordOutcome } from "../views/delivery-log";
import type { PackedBody } from "./packed-body";

/** The ids of those of these that the database has, as a delivery or as an oversized body. */
export async function findPresent(
  client: Database,
  entries: { deliveryId: string; acceptedSeq: bigint }[],
): Promise<Set<string>> {
  const ids = toList(entries.map(({ deliveryId }) => deliveryId));
  const days = toList([...new Set(entries.map(({ acceptedSeq }) => dayOf(acceptedSeq)))]);
  const rows = await client.$queryRaw<{ id: string }[]>`
    SELECT id FROM delivery WHERE id = ANY(${ids}::uuid[]) AND accepted_on = ANY(${days}::date[])
    UNION ALL SELECT id FROM oversized_body WHERE id = ANY(${ids}::uuid[])`;
  return new Set(rows.map(({ id }) => id));
}

/** Those of these deliveries that aren't stored yet. */
export async function leaveOutStored<T extends { entry: JournalEntry }>(
  client: Database,
  deliveries: T[],
): Promise<T[]> {
  const days = new Set(deliveries.map(({ entry }) => dayOf(entry.acceptedSeq)));
  const rows = await client.$queryRaw<{ accepted_seq: bigint }[]>`
    SELECT accepted_seq FROM delivery
    WHERE id = ANY(${toList(deliveries.map(({ entry }) => entry.deliveryId))}::uuid[])
      AND accepted_on = ANY(${toList([...days])}::date[])`;
  const stored = new Set(rows.map((row) => row.accepted_seq));
  return deliveries.filter(({ entry }) => !stored.has(entry.acceptedSeq));
}

/** Rather fails than waits for long, where somebody else holds a row. */
export async function waitBriefly(client: Transaction): Promise<void> {
  await client.$executeRaw`SET LOCAL lock_timeout = '500ms'`;
}

/** The UTC day of acceptance, which is the partition of the delivery. */
export function dayOf(acceptedSeq: bigint): string {
  const number = Math.floor(acceptedAtOf(acceptedSeq) / dayMs);
  if (number !== lastDay.number) {
    lastDay = { number, name: new Date(number * dayMs).toISOString().slice(0, 10) };
  }
  return lastDay.name;
}

const dayMs = 86_400_000;
/** Most come on the day of the one before. */
let lastDay = { number: 0, name: "1970-01-01" };

type DeliveryRow = {
  entry: JournalEntry;
  /** Its bytes. */
  body: PackedBody;
  /** RecordOutcome[] as JSON. */
  records: string;
  outcome: RecordOutcome["outcome"];
  /** What of it is counted as drift. */
  driftIds: bigint[];
};

/** Writes deliveries and, apart from them, their bytes. */
export async function insertDeliveries(client: Transaction, rows: DeliveryRow[]): Promise<void> {
  if (rows.length === 0) return;
  const isLean = await isLedgerLean(client);
  const bodies = rows.map(({ entry, body }) => {
    const { deliveryId: id, acceptedSeq, headers } = entry;
    const kept = isLean ? body : { body: entry.body, packing: null };
    return { id, accepted_on: dayOf(acceptedSeq), headers: JSON.stringify(headers), ...kept };
  });
  await copyRows(
    client,
    "delivery",
    rows.map(({ entry, records, outcome, driftIds }) => ({
      id: entry.deliveryId,
      accepted_on: dayOf(entry.acceptedSeq),
      accepted_at: new Date(acceptedAtOf(entry.acceptedSeq)),
      accepted_seq: entry.acceptedSeq,
      bytes: entry.bytes,
      sha256: Buffer.from(entry.sha256, "hex"),
      secret_hash: entry.secretHash,
      remote_address: entry.remoteAddress,
      outcome,
      records,
      drift_ids: toList(driftIds),
    })),
  );
  await copyRows(
    client,
    "delivery_body",
    bodies.filter(({ body }) => body.length <= mostAmongRows),
  );
  for (const { id, accepted_on: day, headers, body, packing } of bodies) {
    if (body.length <= mostAmongRows) continue;
    await client.$executeRaw`
      INSERT INTO delivery_body (id, accepted_on, headers, body, packing)
      VALUES (${id}::uuid, ${day}::date, ${headers}::jsonb, ${body}, ${packing}::smallint)`;
  }
}

/** Among rows, bytes are digits, which needs memory; alone they are sent as they are. */
const mostAmongRows = 65_536;

export type KeptDelivery = { deliveryId: string; acceptedSeq: bigint };

/** What became of one record: its place in the body from 0. */
export type ChangedOutcome = { position: number; recordingId: string; outcome: StoreOutcome };

/** What became of the records of a delivery, which nobody else changes until the transaction ends. */
export async function lockRecords(
  client: Transaction,
  delivery: KeptDelivery,
): Promise<RecordOutcome[]> {
  const rows = await client.$queryRaw<{ records: RecordOutcome[] }[]>`
    SELECT records FROM delivery WHERE ${isIt(delivery)} FOR UPDATE`;
  return rows[0]?.records ?? [];
}

export async function writeRecords(
  client: Transaction,
  delivery: KeptDelivery,
  { records, outcome }: { records: RecordOutcome[]; outcome: RecordOutcome["outcome"] },
): Promise<void> {
  await client.$executeRaw`
    UPDATE delivery SET records = ${JSON.stringify(records)}::jsonb,
      outcome = ${outcome}::outcome
    WHERE ${isIt(delivery)}`;
}

/** As a parameter of its own, because a long text takes a second to become part of an array. */
export async function writeLongRecords(
  client: Transaction,
  delivery: KeptDelivery,
  records: string,
): Promise<void> {
  await client.$executeRaw`UPDATE delivery SET records = ${records}::jsonb WHERE ${isIt(delivery)}`;
}

function isIt({ deliveryId, acceptedSeq }: KeptDelivery): Prisma.Sql {
  return Prisma.sql`id = ${deliveryId}::uuid AND accepted_on = ${dayOf(acceptedSeq)}::date`;
}

/** The records of a delivery whose arrivals say something else by now. */
export async function readChanged(
  client: Transaction,
  { deliveryId, acceptedSeq }: KeptDelivery,
): Promise<ChangedOutcome[]> {
  return client.$queryRaw<ChangedOutcome[]>`
    SELECT arrival.position, arrival.recording_id AS "recordingId", arrival.outcome
    FROM delivery
    CROSS JOIN LATERAL jsonb_array_elements(records) WITH ORDINALITY AS listed (record, place)
    JOIN recording_delivery AS arrival ON arrival.recording_id = record ->> 'recordingId'
      AND arrival.accepted_seq = ${acceptedSeq} AND arrival.position = place - 1
    WHERE delivery.id = ${deliveryId} AND accepted_on = ${dayOf(acceptedSeq)} AND record ->> 'outcome' <> 'quarantined'
      AND arrival.outcome::text <> record ->> 'outcome'`;
}

/** The days from one to before another of a table that is parted by days. */
export async function createPartition(
  client: Database,
  { name, parent, from, to }: Record<"name" | "parent" | "from" | "to", string>,
): Promise<void> {
  await client.$executeRaw`
    SET LOCAL lock_timeout = '1s';
    CREATE TABLE IF NOT EXISTS ${Prisma.raw(name)} PARTITION OF ${Prisma.raw(parent)} FOR VALUES FROM ('${Prisma.raw(from)}') TO ('${Prisma.raw(to)}')`;
}

/** When the database's server was started, in its own words. It goes on if one of its processes dies. */
export async function readServerStart(pool: Pool): Promise<string> {
  const rows = await prismaOn(pool).$queryRaw<{ start: string }[]>`
    SELECT pg_postmaster_start_time()::text AS start`;
  return rows[0]?.start ?? "";
}

/** Does some work and takes it back, before anybody can see it. */
export async function takeBack(client: Transaction, work: () => Promise<void>): Promise<void> {
  await client.$executeRaw`SAVEPOINT before`;
  await work();
  await client.$executeRaw`ROLLBACK TO before`;
}

/** Writes the traces of bodies that were too large to keep. */
export async function insertOversizedBodies(
  client: Transaction,
  entries: JournalEntry[],
): Promise<void> {
  if (entries.length === 0) return;
  await client.$executeRaw`
    INSERT INTO oversized_body
      (id, refused_at, bytes, declared_bytes, sha256, beginning, remote_address)
    SELECT * FROM unnest(
        ${toList(entries.map(({ deliveryId }) => deliveryId))}::uuid[],
        ${toList(entries.map(({ acceptedSeq }) => new Date(acceptedAtOf(acceptedSeq))))}::timestamptz[],
        ${toList(entries.map(({ bytes }) => bytes))}::bigint[],
        ${toList(entries.map(({ declaredBytes }) => declaredBytes))}::bigint[],
        ${toList(entries.map(({ sha256 }) => Buffer.from(sha256, "hex")))}::bytea[],
        ${toList(entries.map(({ body }) => body))}::bytea[],
        ${toList(entries.map(({ remoteAddress }) => remoteAddress))}::text[])
    ON CONFLICT (id) DO NOTHING`;
}

/** What finds a delivery in the ledger. */
export type DeliveryKey = { id: string; acceptedOn: Date };

/** Undefined for what is not an id of a delivery. */
export function toDeliveryKey(id: string): DeliveryKey | undefined {
  const acceptedSeq = toAcceptedSeq(id);
  return acceptedSeq === undefined
    ? undefined
    : { id, acceptedOn: new Date(`${dayOf(acceptedSeq)}T00:00:00Z`) };
}
