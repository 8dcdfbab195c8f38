import "server-only";
import type { RecordOutcome } from "@/lib/intake/views/delivery-log";
import { type Transaction, toList } from "@/lib/platform/database/transaction";
import { Prisma } from "@/prisma/client/client";

/** A delivery that came by the secret of samples; `records` was written by the intake from this very type. */
type SampleRow = { id: string; accepted_on: string; seq: bigint; records: RecordOutcome[] };

/** The next of them in the order of acceptance. */
export async function listSlice(
  client: Transaction,
  marks: string[],
  afterSeq: bigint,
  most: number,
): Promise<SampleRow[]> {
  return client.$queryRaw<SampleRow[]>`
    SELECT id, accepted_on::text, accepted_seq AS seq, records FROM delivery
    WHERE accepted_seq > ${afterSeq} AND secret_hash = ANY(${toList(marks)}::text[])
    ORDER BY accepted_seq LIMIT ${most}`;
}

/** With their bytes. */
export async function removeDeliveries(client: Transaction, gone: SampleRow[]): Promise<void> {
  for (const table of [Prisma.raw("delivery_body"), Prisma.raw("delivery")]) {
    await client.$executeRaw`
      DELETE FROM ${table} USING unnest(
        ${toList(gone.map(({ id }) => id))}::uuid[],
        ${toList(gone.map(({ accepted_on }) => accepted_on))}::date[]) AS gone (id, day)
      WHERE ${table}.id = gone.id AND accepted_on = gone.day`;
  }
}

/** Those of which a delivery tells that isn't made up. */
export async function findReal(
  client: Transaction,
  ids: string[],
  marks: string[],
): Promise<Set<string>> {
  const rows = await client.$queryRaw<{ id: string }[]>`
    SELECT DISTINCT recording_id AS id FROM recording_delivery AS arrival
    LEFT JOIN delivery ON delivery.id = arrival.delivery_id
      AND accepted_on = (arrival.accepted_at AT TIME ZONE 'UTC')::date
    WHERE recording_id = ANY(${toList(ids)}::text[])
      AND (secret_hash IS NULL OR NOT secret_hash = ANY(${toList(marks)}::text[]))`;
  return new Set(rows.map(({ id }) => id));
}
