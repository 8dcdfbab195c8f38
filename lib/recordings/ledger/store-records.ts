import "server-only";
import type { PoolClient } from "pg";
import { notifyChanges } from "../live/notify-changes";
import type { ArrivedRecord } from "./arrived-record";
import { hashRecord } from "./hash-record";
import { type HashedArrival, judgeArrivals, type StoreOutcome } from "./judge-arrivals";
import {
  lowerCurrentSeqs,
  readVersionContents,
  readVersions,
  writeVersions,
} from "./record-versions";
import { rebuildCustomers, upsertCustomers } from "./upsert-customers";
import { type ArrivalTally, upsertRecordings } from "./upsert-recordings";

/**
 * Stores records in the order of acceptance and says what became of each. Must run in a
 * REPEATABLE READ transaction: every arrival writes the row of its recording, so that of two that
 * don't see each other one fails (40001) and is to be tried again. What is stored in the end does
 * not depend on the order in which batches come. Open pages are told of what changed.
 */
export async function storeRecords(
  client: PoolClient,
  arrived: ArrivedRecord[],
): Promise<StoreOutcome[]> {
  if (arrived.length === 0) return [];
  const arrivals = arrived.map((item) => ({ ...item, contentHash: hashRecord(item.record) }));
  const ids = [...new Set(arrivals.map(({ record }) => record.id))].sort();
  const { outcomes, versions, lowered, changed } = judgeArrivals(
    arrivals,
    await readVersions(client, ids),
  );

  await writeVersions(client, versions);
  if (lowered.length > 0) await lowerCurrentSeqs(client, lowered);
  // The id is part of a record, so equal hashes are contents of one recording.
  const byHash = new Map(arrivals.map((arrival) => [arrival.contentHash, arrival]));
  const missing = [...changed].filter(([, current]) => !byHash.has(current.contentHash));
  for (const content of await readVersionContents(client, missing)) {
    byHash.set(content.contentHash, content);
  }
  const tallies = tallyArrivals(arrivals);
  const written = await upsertRecordings(
    client,
    ids.flatMap((id) => {
      const current = changed.get(id);
      const content = current && byHash.get(current.contentHash);
      return content ? [{ ...content, acceptedSeq: current.firstSeq }] : [];
    }),
    tallies,
  );
  for (const id of written) tallies.delete(id);
  await countArrivals(client, tallies);
  await upsertCustomers(client, versions);
  if (lowered.length > 0) {
    await rebuildCustomers(
      client,
      lowered.map(({ record }) => record.customerId),
    );
  }
  await recordArrivals(client, arrivals, outcomes);
  await notifyChanges(client, changed.keys());
  return outcomes;
}

function tallyArrivals(arrivals: HashedArrival[]): Map<string, ArrivalTally> {
  const tallies = new Map<string, ArrivalTally>();
  for (const { record, acceptedSeq: firstSeq, acceptedAt: receivedAt } of arrivals) {
    const { count, ...first } = tallies.get(record.id) ?? { count: 0, firstSeq, receivedAt };
    const earliest = firstSeq < first.firstSeq ? { firstSeq, receivedAt } : first;
    tallies.set(record.id, { count: count + 1, ...earliest });
  }
  return tallies;
}

/** Counts what came to recordings that stay as they are. */
async function countArrivals(
  client: PoolClient,
  tallies: Map<string, ArrivalTally>,
): Promise<void> {
  if (tallies.size === 0) return;
  // Sorted, so that two batches never wait for each other in a circle.
  const counted = [...tallies].sort(([one], [other]) => (one < other ? -1 : 1));
  await client.query(
    `UPDATE recording SET
       delivery_count = delivery_count + arrived.count,
       first_seq = least(recording.first_seq, arrived.first_seq),
       received_at = least(recording.received_at, arrived.received_at)
     FROM unnest($1::text[], $2::int[], $3::bigint[], $4::timestamptz[])
       AS arrived (id, count, first_seq, received_at)
     WHERE recording.id = arrived.id`,
    [
      counted.map(([id]) => id),
      counted.map(([, { count }]) => count),
      counted.map(([, { firstSeq }]) => firstSeq),
      counted.map(([, { receivedAt }]) => receivedAt),
    ],
  );
}

async function recordArrivals(
  client: PoolClient,
  arrivals: HashedArrival[],
  outcomes: StoreOutcome[],
): Promise<void> {
  await client.query(
    `INSERT INTO recording_delivery
       (recording_id, accepted_seq, position, delivery_id, accepted_at, outcome, content_hash)
     SELECT * FROM unnest($1::text[], $2::bigint[], $3::int[], $4::uuid[], $5::timestamptz[],
                          $6::outcome[], $7::bytea[])
     ON CONFLICT DO NOTHING`,
    [
      arrivals.map(({ record }) => record.id),
      arrivals.map(({ acceptedSeq }) => acceptedSeq),
      arrivals.map(({ position }) => position),
      arrivals.map(({ deliveryId }) => deliveryId),
      arrivals.map(({ acceptedAt }) => acceptedAt),
      outcomes,
      arrivals.map(({ contentHash }) => Buffer.from(contentHash, "hex")),
    ],
  );
}
