import "server-only";
import type { Pool } from "pg";
import { firstSeqOf } from "@/lib/intake/journal/sequence";
import type { SampleSecret } from "@/lib/intake/secrets/sample-secrets";
import type { RecordOutcome } from "@/lib/intake/store/record-outcome";
import { inTransaction, type Transaction, toList } from "@/lib/platform/database/transaction";
import { removeRecordings } from "@/lib/recordings/ledger/remove-recordings";
import { Prisma } from "@/prisma/client/client";

/**
 * Removes what came by these secrets: deliveries, their bytes, and recordings that nothing else tells of,
 * in slices of a transaction each; one that a real delivery names too stays as it is. Idempotent.
 * @returns false: it was not done when the signal came
 */
export async function removeSamples(
  pool: Pool,
  secrets: SampleSecret[],
  signal: AbortSignal,
): Promise<boolean> {
  if (secrets.length === 0) return true;
  const marks = secrets.map(({ mark }) => mark);
  // The clock of the database and that of the gateway may differ a little.
  const sinceMs = Math.min(...secrets.map(({ createdAt }) => createdAt.getTime())) - 3_600_000;
  let after: bigint | null = firstSeqOf(sinceMs);
  while (after !== null) {
    if (signal.aborted) return false;
    const from: bigint = after;
    after = await inTransaction(pool, (client) => removeSlice(client, marks, from));
  }
  return true;
}

const sliceDeliveries = 300;

type SampleRow = { id: string; accepted_on: string; seq: bigint; records: RecordOutcome[] };

/** @returns the sequence up to which nothing is left; null: there is none above it either */
async function removeSlice(
  client: Transaction,
  marks: string[],
  afterSeq: bigint,
): Promise<bigint | null> {
  // `records` was written by the intake from this very type.
  const rows = await client.$queryRaw<SampleRow[]>`
    SELECT id, accepted_on::text, accepted_seq AS seq, records FROM delivery
    WHERE accepted_seq > ${afterSeq} AND secret_hash = ANY(${toList(marks)}::text[]) ORDER BY accepted_seq LIMIT ${sliceDeliveries}`;
  const named = rows.flatMap(({ records }) =>
    records.flatMap(({ recordingId }) => recordingId ?? []),
  );
  const real = await findReal(client, [...new Set(named)], marks);
  await removeRecordings(client, [...new Set(named)].filter((id) => !real.has(id)).sort());
  const gone = rows.filter(
    ({ records }) => !records.some(({ recordingId }) => recordingId && real.has(recordingId)),
  );
  for (const table of [Prisma.raw("delivery_body"), Prisma.raw("delivery")]) {
    await client.$executeRaw`
      DELETE FROM ${table} USING unnest(
        ${toList(gone.map(({ id }) => id))}::uuid[],
        ${toList(gone.map(({ accepted_on }) => accepted_on))}::date[]) AS gone (id, day)
      WHERE ${table}.id = gone.id AND accepted_on = gone.day`;
  }
  return rows.length < sliceDeliveries ? null : (rows.at(-1)?.seq ?? null);
}

/** Those of which a delivery tells that isn't made up. */
async function findReal(client: Transaction, ids: string[], marks: string[]): Promise<Set<string>> {
  const rows = await client.$queryRaw<{ id: string }[]>`
    SELECT DISTINCT recording_id AS id FROM recording_delivery AS arrival
    LEFT JOIN delivery ON delivery.id = arrival.delivery_id
      AND accepted_on = (arrival.accepted_at AT TIME ZONE 'UTC')::date
    WHERE recording_id = ANY(${toList(ids)}::text[])
      AND (secret_hash IS NULL OR NOT secret_hash = ANY(${toList(marks)}::text[]))`;
  return new Set(rows.map(({ id }) => id));
}
