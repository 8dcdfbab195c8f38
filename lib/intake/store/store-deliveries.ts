import "server-only";
import type { PoolClient } from "pg";
import { storeRecords } from "@/lib/recordings/ledger/store-records";
import type { ArrivedRecord } from "@/lib/recordings/ledger/versions/arrived-record";
import { type Sighting, toSightings } from "../drift/sighting";
import { tallyDrift } from "../drift/tally-drift";
import type { Interpretation } from "../interpret/interpret-delivery";
import { acceptedAtOf } from "../journal/acceptance-clock";
import type { JournalEntry } from "../journal/journal-entry";
import { insertDeliveries } from "./insert-deliveries";
import { type PackedBody, packBody } from "./packed-body";
import { overallOutcome } from "./record-outcome";
import { toArrivedRecords, toRecordOutcomes } from "./to-arrived-records";

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
  client: PoolClient,
  deliveries: PreparedDelivery[],
): Promise<void> {
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
  client: Pick<PoolClient, "query">,
  deliveries: T[],
): Promise<T[]> {
  const { rows } = await client.query<{ accepted_seq: string }>(
    "SELECT accepted_seq FROM delivery WHERE id = ANY($1::uuid[]) AND accepted_on = ANY($2::date[])",
    [
      deliveries.map(({ entry }) => entry.deliveryId),
      [...new Set(deliveries.map(({ entry }) => dayOf(entry.acceptedSeq)))],
    ],
  );
  const stored = new Set(rows.map((row) => BigInt(row.accepted_seq)));
  return deliveries.filter(({ entry }) => !stored.has(entry.acceptedSeq));
}

/** The UTC day of acceptance, which is the partition of the delivery. */
export function dayOf(acceptedSeq: bigint): string {
  return new Date(acceptedAtOf(acceptedSeq)).toISOString().slice(0, 10);
}
