import "server-only";
import type { PoolClient } from "pg";
import type { ArrivedRecord } from "./arrived-record";
import { hashRecord } from "./hash-record";
import type { StoreOutcome } from "./judge-arrivals";
import { storeRecords } from "./store-records";
import { dropUnnamedCustomers, rebuildCustomers } from "./upsert-customers";
import { type FormerArrival, withdrawArrivals } from "./withdraw-arrivals";

/**
 * Stores records of deliveries that were read before, each under the sequence of its acceptance.
 * What says the same as then stays as it is, what says something else takes its place, and what was
 * held back is stored for the first time. Idempotent; must run in a REPEATABLE READ transaction.
 */
export async function correctRecords(
  client: PoolClient,
  arrived: ArrivedRecord[],
): Promise<StoreOutcome[]> {
  const former = await readFormerArrivals(client, arrived);
  const judged = arrived.map((arrival) => {
    const before = former.get(keyOf(arrival.record.id, arrival.acceptedSeq, arrival.position));
    const isSame = before?.contentHash === hashRecord(arrival.record);
    return { arrival, before, kept: isSame ? before?.outcome : undefined };
  });
  const changed = judged.filter(({ kept }) => kept === undefined);

  const customerIds = await withdrawArrivals(
    client,
    changed.flatMap(({ before }) => before ?? []),
  );
  const outcomes = (
    await storeRecords(
      client,
      changed.map(({ arrival }) => arrival),
    )
  ).values();
  if (customerIds.length > 0) {
    await rebuildCustomers(client, customerIds);
    await dropUnnamedCustomers(client, customerIds);
  }
  return judged.flatMap(({ kept }) => kept ?? outcomes.next().value ?? []);
}

async function readFormerArrivals(
  client: PoolClient,
  arrived: ArrivedRecord[],
): Promise<Map<string, FormerArrival>> {
  const { rows } = await client.query<FormerRow>(
    `SELECT recording_id, accepted_seq, position, outcome, encode(content_hash, 'hex') AS hash
     FROM recording_delivery WHERE recording_id = ANY($1) AND accepted_seq = ANY($2)`,
    [
      [...new Set(arrived.map(({ record }) => record.id))],
      [...new Set(arrived.map(({ acceptedSeq }) => acceptedSeq))],
    ],
  );
  return new Map(
    rows.map((row) => [
      keyOf(row.recording_id, BigInt(row.accepted_seq), row.position),
      {
        recordingId: row.recording_id,
        acceptedSeq: BigInt(row.accepted_seq),
        position: row.position,
        contentHash: row.hash,
        outcome: row.outcome,
      },
    ]),
  );
}

type FormerRow = {
  recording_id: string;
  accepted_seq: string;
  position: number;
  outcome: StoreOutcome;
  hash: string;
};

function keyOf(recordingId: string, acceptedSeq: bigint, position: number): string {
  return `${acceptedSeq} ${position} ${recordingId}`;
}
