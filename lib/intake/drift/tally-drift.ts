import "server-only";
import type { PoolClient } from "pg";
import { othersOf, type Sighting } from "./sighting";

export type Sighted = { deliveryId: string; acceptedSeq: bigint; sightings: Sighting[] };

/** How many deliveries show something, and the first and last of them. */
export type DriftTally = Sighting & {
  count: bigint;
  firstSeq: bigint;
  firstDeliveryId: string;
  lastSeq: bigint;
  lastDeliveryId: string;
};

/**
 * Adds what these deliveries show to what has been counted. It only inserts, so that it waits for
 * nobody; each delivery must be counted in the transaction that notes for what it was.
 */
export async function tallyDrift(client: PoolClient, sighted: Sighted[]): Promise<void> {
  const tallies = sumSightings(sighted);
  if (tallies.length === 0) return;
  await client.query(
    `INSERT INTO drift_tally (drift_id, kind, path, expected, found, count,
       first_seq, first_delivery_id, last_seq, last_delivery_id)
     SELECT * FROM unnest($1::bigint[], $2::drift_kind[], $3::text[], $4::text[], $5::text[],
                          $6::bigint[], $7::bigint[], $8::uuid[], $9::bigint[], $10::uuid[])`,
    toColumns(tallies),
  );
}

/** As parameters, one for each column. */
export function toColumns(tallies: DriftTally[]): unknown[][] {
  return [
    tallies.map(({ id }) => id),
    tallies.map(({ kind }) => kind),
    tallies.map(({ path }) => path),
    tallies.map(({ expected }) => expected),
    tallies.map(({ found }) => found),
    tallies.map(({ count }) => count),
    tallies.map(({ firstSeq }) => firstSeq),
    tallies.map(({ firstDeliveryId }) => firstDeliveryId),
    tallies.map(({ lastSeq }) => lastSeq),
    tallies.map(({ lastDeliveryId }) => lastDeliveryId),
  ];
}

/** Two counts of the same thing as one, whatever their order. */
export function addTallies(one: DriftTally, other: DriftTally): DriftTally {
  const first = one.firstSeq <= other.firstSeq ? one : other;
  const last = one.lastSeq >= other.lastSeq ? one : other;
  return {
    ...one,
    count: one.count + other.count,
    firstSeq: first.firstSeq,
    firstDeliveryId: first.firstDeliveryId,
    lastSeq: last.lastSeq,
    lastDeliveryId: last.lastDeliveryId,
  };
}

/** So many different things fit into one batch; more are counted together, by their kind. */
const mostInBatch = 1_000;

function sumSightings(sighted: Sighted[]): DriftTally[] {
  const tallies = new Map<bigint, DriftTally>();
  for (const { deliveryId, acceptedSeq, sightings } of sighted) {
    const counted = new Map<bigint, Sighting>();
    for (const sighting of sightings) {
      const isTold = tallies.has(sighting.id) || tallies.size < mostInBatch;
      const told = isTold ? sighting : othersOf(sighting.kind);
      counted.set(told.id, told);
    }
    for (const { id, kind, path, expected, found } of counted.values()) {
      const tally = tallies.get(id);
      if (!tally) {
        const first = { firstSeq: acceptedSeq, firstDeliveryId: deliveryId };
        const last = { lastSeq: acceptedSeq, lastDeliveryId: deliveryId };
        tallies.set(id, { id, kind, path, expected, found, count: 1n, ...first, ...last });
        continue;
      }
      tally.count++;
      if (acceptedSeq < tally.firstSeq) {
        tally.firstSeq = acceptedSeq;
        tally.firstDeliveryId = deliveryId;
      }
      if (acceptedSeq > tally.lastSeq) {
        tally.lastSeq = acceptedSeq;
        tally.lastDeliveryId = deliveryId;
      }
    }
  }
  return [...tallies.values()];
}
