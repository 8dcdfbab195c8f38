import "server-only";
import { type Transaction, toList } from "@/lib/platform/database/transaction";
import { Prisma } from "@/prisma/client/client";
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
export async function tallyDrift(client: Transaction, sighted: Sighted[]): Promise<void> {
  const tallies = sumSightings(sighted);
  if (tallies.length === 0) return;
  await client.$executeRaw`
    INSERT INTO drift_tally (drift_id, kind, path, expected, found, count,
      first_seq, first_delivery_id, last_seq, last_delivery_id)
    SELECT * FROM ${unnestTallies(tallies)}`;
}

/** Rows of them: id, kind, path, expected, found, count, and sequence and id of the first and the last. */
export function unnestTallies(tallies: DriftTally[]): Prisma.Sql {
  return Prisma.sql`unnest(
    ${toList(tallies.map(({ id }) => id))}::bigint[],
    ${toList(tallies.map(({ kind }) => kind))}::drift_kind[],
    ${toList(tallies.map(({ path }) => path))}::text[],
    ${toList(tallies.map(({ expected }) => expected))}::text[],
    ${toList(tallies.map(({ found }) => found))}::text[],
    ${toList(tallies.map(({ count }) => count))}::bigint[],
    ${toList(tallies.map(({ firstSeq }) => firstSeq))}::bigint[],
    ${toList(tallies.map(({ firstDeliveryId }) => firstDeliveryId))}::uuid[],
    ${toList(tallies.map(({ lastSeq }) => lastSeq))}::bigint[],
    ${toList(tallies.map(({ lastDeliveryId }) => lastDeliveryId))}::uuid[])`;
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
