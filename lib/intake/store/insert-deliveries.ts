import "server-only";
import type { PoolClient } from "pg";
import { isLedgerLean } from "@/lib/recordings/ledger/versions/ledger-form";
import { acceptedAtOf } from "../journal/acceptance-clock";
import type { JournalEntry } from "../journal/journal-entry";
import type { PackedBody } from "./packed-body";
import type { RecordOutcome } from "./record-outcome";

export type DeliveryRow = {
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
export async function insertDeliveries(client: PoolClient, rows: DeliveryRow[]): Promise<void> {
  if (rows.length === 0) return;
  const ids = rows.map(({ entry }) => entry.deliveryId);
  const acceptedAts = rows.map(({ entry }) => new Date(acceptedAtOf(entry.acceptedSeq)));
  await client.query(
    `INSERT INTO delivery (id, accepted_on, accepted_at, accepted_seq, bytes, sha256, secret_hash,
                           remote_address, outcome, records, drift_ids, interpreted_at)
     SELECT id, (accepted_at AT TIME ZONE 'UTC')::date, accepted_at, accepted_seq, bytes, sha256,
            secret_hash, remote_address, outcome, records, drift_ids::bigint[], now()
     FROM unnest($1::uuid[], $2::timestamptz[], $3::bigint[], $4::int[], $5::bytea[], $6::text[],
                 $7::text[], $8::outcome[], $9::jsonb[], $10::text[])
       AS arrived (id, accepted_at, accepted_seq, bytes, sha256, secret_hash, remote_address,
                   outcome, records, drift_ids)`,
    [
      ids,
      acceptedAts,
      rows.map(({ entry }) => entry.acceptedSeq),
      rows.map(({ entry }) => entry.bytes),
      rows.map(({ entry }) => Buffer.from(entry.sha256, "hex")),
      rows.map(({ entry }) => entry.secretHash),
      rows.map(({ entry }) => entry.remoteAddress),
      rows.map(({ outcome }) => outcome),
      rows.map(({ records }) => records),
      rows.map(({ driftIds }) => `{${driftIds.join()}}`),
    ],
  );
  const isLean = await isLedgerLean(client);
  const bodies = rows.map(({ entry, body }) =>
    isLean ? body : { body: entry.body, packing: null },
  );
  await client.query(
    `INSERT INTO delivery_body (id, accepted_on, headers, body, packing)
     SELECT id, (accepted_at AT TIME ZONE 'UTC')::date, headers, body, packing
     FROM unnest($1::uuid[], $2::timestamptz[], $3::jsonb[], $4::bytea[], $5::smallint[])
       AS arrived (id, accepted_at, headers, body, packing)`,
    [
      ids,
      acceptedAts,
      rows.map(({ entry }) => JSON.stringify(entry.headers)),
      bodies.map(({ body }) => body),
      bodies.map(({ packing }) => packing),
    ],
  );
}

/** Writes the traces of bodies that were too large to keep. */
export async function insertOversizedBodies(
  client: PoolClient,
  entries: JournalEntry[],
): Promise<void> {
  if (entries.length === 0) return;
  await client.query(
    `INSERT INTO oversized_body
       (id, refused_at, bytes, declared_bytes, sha256, beginning, remote_address)
     SELECT * FROM unnest($1::uuid[], $2::timestamptz[], $3::bigint[], $4::bigint[], $5::bytea[],
                          $6::bytea[], $7::text[])
     ON CONFLICT (id) DO NOTHING`,
    [
      entries.map(({ deliveryId }) => deliveryId),
      entries.map(({ acceptedSeq }) => new Date(acceptedAtOf(acceptedSeq))),
      entries.map(({ bytes }) => bytes),
      entries.map(({ declaredBytes }) => declaredBytes),
      entries.map(({ sha256 }) => Buffer.from(sha256, "hex")),
      entries.map(({ body }) => body),
      entries.map(({ remoteAddress }) => remoteAddress),
    ],
  );
}
