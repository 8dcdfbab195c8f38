import "server-only";
import {
  type Database,
  pastPrisma,
  type Transaction,
  toList,
} from "@/lib/platform/database/transaction";
import type { ArrivedRecord } from "@/lib/recordings/ledger/arrived-record";
import { storeRecords } from "@/lib/recordings/ledger/ledger";
import { isLedgerLean } from "@/lib/recordings/ledger/versions-sql";
import { type Sighting, tallyDrift, toSightings } from "../drift/drift";
import type { Interpretation } from "../interpret/interpret-delivery";
import type { JournalEntry } from "../journal/journal";
import { acceptedAtOf, toAcceptedSeq } from "../journal/sequence";
import { type PackedBody, packBody } from "./packed-body";
import {
  overallOutcome,
  type RecordOutcome,
  toArrivedRecords,
  toRecordOutcomes,
} from "./record-outcome";

/** A delivery with all that is worked out of it before the database is asked. */
export type PreparedDelivery = {
  entry: JournalEntry;
  interpretation: Interpretation;
  /** The records that were understood. */
  arrived: ArrivedRecord[];
  sightings: Sighting[];
  body: PackedBody;
};

/** Pure. */
export function prepareDelivery(
  entry: JournalEntry,
  interpretation: Interpretation,
): PreparedDelivery {
  return {
    entry,
    interpretation,
    arrived: toArrivedRecords({ ...entry, interpretation }),
    sightings: toSightings(interpretation),
    body: packBody(entry.body),
  };
}

/**
 * Writes deliveries with their bytes, and the recordings they carry, in the order of acceptance.
 * Deliveries that are stored already are passed over, so a batch may be drained any number of times.
 */
export async function storeDeliveries(
  transaction: Transaction,
  deliveries: PreparedDelivery[],
): Promise<void> {
  const client = pastPrisma(transaction);
  const fresh = await leaveOutStored(client, deliveries);
  const arrived = fresh.flatMap((delivery) => delivery.arrived);
  const outcomes = (await storeRecords(client, arrived)).values();
  const sighted = fresh.map(({ entry, interpretation, sightings, body }) => {
    const records = toRecordOutcomes(interpretation, outcomes);
    const { deliveryId, acceptedSeq } = entry;
    return { entry, body, deliveryId, acceptedSeq, records, sightings };
  });
  await tallyDrift(client, sighted);
  await insertDeliveries(
    client,
    sighted.map(({ entry, body, records, sightings }) => ({
      entry,
      body,
      records: JSON.stringify(records),
      outcome: overallOutcome(records),
      driftIds: sightings.map(({ id }) => id),
    })),
  );
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

/** The UTC day of acceptance, which is the partition of the delivery. */
export function dayOf(acceptedSeq: bigint): string {
  return new Date(acceptedAtOf(acceptedSeq)).toISOString().slice(0, 10);
}

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
  const ids = rows.map(({ entry }) => entry.deliveryId);
  const acceptedAts = rows.map(({ entry }) => new Date(acceptedAtOf(entry.acceptedSeq)));
  await client.$executeRaw`
    INSERT INTO delivery (id, accepted_on, accepted_at, accepted_seq, bytes, sha256, secret_hash,
                          remote_address, outcome, records, drift_ids, interpreted_at)
    SELECT id, (accepted_at AT TIME ZONE 'UTC')::date, accepted_at, accepted_seq, bytes, sha256,
           secret_hash, remote_address, outcome, records, drift_ids::bigint[], now()
    FROM unnest(${toList(ids)}::uuid[], ${toList(acceptedAts)}::timestamptz[],
        ${toList(rows.map(({ entry }) => entry.acceptedSeq))}::bigint[],
        ${toList(rows.map(({ entry }) => entry.bytes))}::int[],
        ${toList(rows.map(({ entry }) => Buffer.from(entry.sha256, "hex")))}::bytea[],
        ${toList(rows.map(({ entry }) => entry.secretHash))}::text[],
        ${toList(rows.map(({ entry }) => entry.remoteAddress))}::text[],
        ${toList(rows.map(({ outcome }) => outcome))}::outcome[],
        ${toList(rows.map(({ records }) => records))}::jsonb[],
        ${toList(rows.map(({ driftIds }) => `{${driftIds.join()}}`))}::text[])
      AS arrived (id, accepted_at, accepted_seq, bytes, sha256, secret_hash, remote_address,
                  outcome, records, drift_ids)`;
  const isLean = await isLedgerLean(client);
  const bodies = rows.map(({ entry, body }) => {
    const { deliveryId: id, acceptedSeq, headers } = entry;
    const kept = isLean ? body : { body: entry.body, packing: null };
    return { id, day: dayOf(acceptedSeq), headers: JSON.stringify(headers), ...kept };
  });
  const small = bodies.filter(({ body }) => body.length <= mostInList);
  await client.$executeRaw`
    INSERT INTO delivery_body (id, accepted_on, headers, body, packing)
    SELECT * FROM unnest(
      ${toList(small.map(({ id }) => id))}::uuid[],
      ${toList(small.map(({ day }) => day))}::date[],
      ${toList(small.map(({ headers }) => headers))}::jsonb[],
      ${toList(small.map(({ body }) => body))}::bytea[],
      ${toList(small.map(({ packing }) => packing))}::smallint[])`;
  for (const { id, day, headers, body, packing } of bodies) {
    if (body.length <= mostInList) continue;
    await client.$executeRaw`
      INSERT INTO delivery_body (id, accepted_on, headers, body, packing)
      VALUES (${id}::uuid, ${day}::date, ${headers}::jsonb, ${body}, ${packing}::smallint)`;
  }
}

/** In a list, bytes are digits several times over, which needs memory; alone they are sent as they are. */
const mostInList = 65_536;

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

/** What finds a delivery in the ledger; undefined for what is not an id of one. */
export function toDeliveryKey(id: string) {
  const acceptedSeq = toAcceptedSeq(id);
  return acceptedSeq === undefined
    ? undefined
    : { id, acceptedOn: new Date(`${dayOf(acceptedSeq)}T00:00:00Z`) };
}
