import "server-only";
import type { Pool } from "pg";
import { listNames } from "@/lib/access/members/members";
import { backgroundPool, db } from "@/lib/platform/database/db";
import { inTransaction, prismaOn, type Transaction } from "@/lib/platform/database/transaction";
import { type DriftKind, Prisma } from "@/prisma/client/client";
import { acceptedAtOf, firstSeqOf } from "../journal/sequence";
import type { DriftListView, DriftNewsView, DriftView } from "../views/views";
import {
  addTallies,
  type DriftTally,
  mostOfKind,
  othersOf,
  unnestTallies,
  valueKinds,
} from "./sighting";

/** What was seen of these kinds: first what nobody acknowledged, the newest on top. */
export async function listDrift(
  kinds: DriftKind[],
  most: number,
  now: Date,
): Promise<DriftListView> {
  const rows = await db().$queryRaw<SeenRow[]>`
    SELECT *, count(*) OVER () AS listed FROM (${seen}) AS seen
    WHERE kind::text = ANY(${kinds})
    ORDER BY acknowledged_at IS NOT NULL, first_seq DESC, id
    LIMIT ${most}`;
  const listed = Number(rows[0]?.listed ?? 0);
  return { items: await toViews(rows, now), more: listed - rows.length };
}

/**
 * What was seen for the first time within a week, fields and types before mere values, and how much
 * waits to be acknowledged.
 */
export async function getDriftNews(most: number, now: Date): Promise<DriftNewsView> {
  const rows = await db().$queryRaw<(SeenRow & { news: bigint })[]>`
    SELECT *, count(*) OVER () AS listed,
           count(*) FILTER (WHERE first_seq >= ${newFrom(now)}) OVER () AS news
    FROM (${seen}) AS seen
    WHERE acknowledged_at IS NULL
    ORDER BY first_seq < ${newFrom(now)}, kind::text = ANY(${valueKinds}), first_seq DESC, id
    LIMIT ${most}`;
  const newCount = Number(rows[0]?.news ?? 0);
  const items = (await toViews(rows, now)).filter(({ isNew }) => isNew);
  return { items, newCount, olderCount: Number(rows[0]?.listed ?? 0) - newCount };
}

/** What is folded, and what was tallied since. */
const seen = Prisma.sql`
  SELECT id, kind, min(path) AS path, min(expected) AS expected, min(found) AS found,
         sum(count)::bigint AS count,
         min(first_seq) AS first_seq,
         (array_agg(first_delivery_id ORDER BY first_seq))[1] AS first_delivery_id,
         max(last_seq) AS last_seq,
         (array_agg(last_delivery_id ORDER BY last_seq DESC))[1] AS last_delivery_id,
         max(acknowledged_at) AS acknowledged_at, max(acknowledged_by) AS acknowledged_by
  FROM (
    SELECT * FROM drift
    UNION ALL
    SELECT drift_id, kind, path, expected, found, count, first_seq, first_delivery_id,
           last_seq, last_delivery_id, NULL, NULL
    FROM drift_tally
  ) AS every
  GROUP BY id, kind`;

const newMs = 7 * 86_400_000;

function newFrom(now: Date): bigint {
  return firstSeqOf(now.getTime() - newMs);
}

type SeenRow = {
  id: bigint;
  kind: DriftKind;
  path: string | null;
  expected: string | null;
  found: string | null;
  count: bigint;
  first_seq: bigint;
  first_delivery_id: string;
  last_seq: bigint;
  last_delivery_id: string;
  acknowledged_at: Date | null;
  acknowledged_by: string | null;
  listed: bigint;
};

async function toViews(rows: SeenRow[], now: Date): Promise<DriftView[]> {
  const names = await listNames(rows.flatMap((row) => row.acknowledged_by ?? []));
  return rows.map((row) => ({
    ...{ id: String(row.id), kind: row.kind, path: row.path },
    ...{ expected: row.expected, found: row.found, count: Number(row.count) },
    firstAt: toInstant(row.first_seq),
    firstDeliveryId: row.first_delivery_id,
    lastAt: toInstant(row.last_seq),
    lastDeliveryId: row.last_delivery_id,
    isNew: row.acknowledged_at === null && row.first_seq >= newFrom(now),
    acknowledged: row.acknowledged_at && {
      at: row.acknowledged_at.toISOString(),
      by: names.get(row.acknowledged_by ?? "") ?? null,
    },
  }));
}

function toInstant(acceptedSeq: bigint): string {
  return new Date(acceptedAtOf(acceptedSeq)).toISOString();
}

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
