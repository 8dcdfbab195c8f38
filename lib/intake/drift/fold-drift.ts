import "server-only";
import type { Pool } from "pg";
import { backgroundPool, db } from "@/lib/platform/database/db";
import { inTransaction, prismaOn, type Transaction } from "@/lib/platform/database/transaction";
import type { DriftKind } from "@/prisma/client/client";
import { addTallies, type DriftTally, mostOfKind, othersOf, unnestTallies } from "./sighting";

/**
 * Moves what was tallied into Drift; one at a time, whichever process it is. Returns how many
 * tallies it took: 0 when there are none.
 */
export async function foldDrift(pool: Pool): Promise<number> {
  const rows = await prismaOn(pool).$queryRaw<unknown[]>`SELECT FROM drift_tally LIMIT 1`;
  if (rows.length === 0) return 0;
  return inTransaction(pool, async (client) => {
    // The snapshot is taken after it: what another process folded is seen.
    await client.$executeRaw`LOCK TABLE drift IN SHARE ROW EXCLUSIVE MODE`;
    const tallies = await takeTallies(client);
    await addToDrift(client, await placeTallies(client, tallies));
    return tallies.length;
  });
}

const batchSize = 5_000;

async function takeTallies(client: Transaction): Promise<DriftTally[]> {
  const rows = await client.$queryRaw<TallyRow[]>`
    DELETE FROM drift_tally WHERE id = ANY(ARRAY(SELECT id FROM drift_tally LIMIT ${batchSize}))
    RETURNING drift_id, kind, path, expected, found, count, first_seq, first_delivery_id,
      last_seq, last_delivery_id`;
  return rows.map((row) => ({
    ...{ id: row.drift_id, kind: row.kind, path: row.path },
    ...{ expected: row.expected, found: row.found, count: row.count },
    ...{ firstSeq: row.first_seq, firstDeliveryId: row.first_delivery_id },
    ...{ lastSeq: row.last_seq, lastDeliveryId: row.last_delivery_id },
  }));
}

type TallyRow = Record<"drift_id" | "count" | "first_seq" | "last_seq", bigint> &
  Record<"first_delivery_id" | "last_delivery_id", string> & { kind: DriftKind } & Record<
    "path" | "expected" | "found",
    string | null
  >;

/** One tally for each row, the new ones in the order of their first appearance up to the limit. */
async function placeTallies(client: Transaction, tallies: DriftTally[]): Promise<DriftTally[]> {
  const known = await readKnown(
    client,
    tallies.map(({ id }) => id),
  );
  const room = await readRoom(client);
  const placed = new Map<bigint, DriftTally>();
  const inOrder = tallies.toSorted((one, other) => (one.firstSeq < other.firstSeq ? -1 : 1));
  for (const tally of inOrder) {
    const left = room.get(tally.kind) ?? mostOfKind[tally.kind];
    const isPlaced = known.has(tally.id) || placed.has(tally.id) || tally.path === null;
    if (!isPlaced && left > 0) room.set(tally.kind, left - 1);
    const row = isPlaced || left > 0 ? tally : { ...tally, ...othersOf(tally.kind) };
    const before = placed.get(row.id);
    placed.set(row.id, before ? addTallies(before, row) : row);
  }
  return [...placed.values()];
}

async function readKnown(client: Transaction, ids: bigint[]): Promise<Set<bigint>> {
  const rows = await client.$queryRaw<
    { id: bigint }[]
  >`SELECT id FROM drift WHERE id = ANY(${ids})`;
  return new Set(rows.map(({ id }) => id));
}

async function readRoom(client: Transaction): Promise<Map<DriftKind, number>> {
  const rows = await client.$queryRaw<{ kind: DriftKind; count: number }[]>`
    SELECT kind, count(*)::int AS count FROM drift WHERE path IS NOT NULL GROUP BY kind`;
  return new Map(rows.map(({ kind, count }) => [kind, mostOfKind[kind] - count]));
}

async function addToDrift(client: Transaction, tallies: DriftTally[]): Promise<void> {
  await client.$executeRaw`
    INSERT INTO drift (id, kind, path, expected, found, count,
       first_seq, first_delivery_id, last_seq, last_delivery_id)
     SELECT * FROM ${unnestTallies(tallies)}
     ON CONFLICT (id) DO UPDATE SET
       count = drift.count + excluded.count,
       first_seq = least(drift.first_seq, excluded.first_seq),
       first_delivery_id = CASE WHEN excluded.first_seq < drift.first_seq
         THEN excluded.first_delivery_id ELSE drift.first_delivery_id END,
       last_seq = greatest(drift.last_seq, excluded.last_seq),
       last_delivery_id = CASE WHEN excluded.last_seq > drift.last_seq
         THEN excluded.last_delivery_id ELSE drift.last_delivery_id END`;
}

/** Notes that these are known. They go on being counted. Returns how many were not known yet. */
export async function acknowledgeDrift(ids: bigint[], by: string): Promise<number> {
  // What can be seen may be tallied only; once folded, it has a row to note it on.
  while (await foldDrift(backgroundPool()));
  const { count } = await db().drift.updateMany({
    where: { id: { in: ids }, acknowledgedAt: null },
    data: { acknowledgedAt: new Date(), acknowledgedBy: by },
  });
  return count;
}
