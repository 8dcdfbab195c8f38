import "server-only";
import type { PoolClient } from "pg";
import { storeRecords } from "@/lib/recordings/ledger/store-records";
import { acceptedAtOf } from "./acceptance-clock";
import { toSightings } from "./drift/sighting";
import { tallyDrift } from "./drift/tally-drift";
import { insertDeliveries } from "./insert-deliveries";
import type { Interpretation } from "./interpret/interpret-delivery";
import type { JournalEntry } from "./journal-entry";
import { overallOutcome } from "./record-outcome";
import { toArrivedRecords, toRecordOutcomes } from "./to-arrived-records";

export type InterpretedDelivery = { entry: JournalEntry; interpretation: Interpretation };

/**
 * Writes deliveries with their bytes, and the recordings they carry, in the order of acceptance.
 * Deliveries that are stored already are passed over, so a batch may be drained any number of times.
 */
export async function storeDeliveries(
  client: PoolClient,
  deliveries: InterpretedDelivery[],
): Promise<void> {
  const fresh = await leaveOutStored(client, deliveries);
  const arrived = fresh.flatMap(({ entry, interpretation }) =>
    toArrivedRecords({ ...entry, interpretation }),
  );
  const outcomes = (await storeRecords(client, arrived)).values();
  const sighted = fresh.map(({ entry, interpretation }) => {
    const records = toRecordOutcomes(interpretation, outcomes);
    const sightings = toSightings(interpretation);
    const { deliveryId, acceptedSeq } = entry;
    return { entry, deliveryId, acceptedSeq, records, sightings };
  });
  await tallyDrift(client, sighted);
  await insertDeliveries(
    client,
    sighted.map(({ entry, records, sightings }) => ({
      entry,
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
