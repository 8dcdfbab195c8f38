import "server-only";
import type { Pool } from "pg";
import { db } from "@/lib/platform/database/db";
import { prismaOn, type Transaction, toList } from "@/lib/platform/database/transaction";
import { type DriftKind, Prisma } from "@/prisma/client/client";
import type { DriftCount } from "./drift";

export async function insertCounts(client: Transaction, counts: DriftCount[]): Promise<void> {
  await client.$executeRaw`
    INSERT INTO drift_tally (drift_id, kind, path, expected, found, count,
      first_seq, first_delivery_id, last_seq, last_delivery_id)
    SELECT * FROM ${unnestCounts(counts)}`;
}

export async function hasCounts(pool: Pool): Promise<boolean> {
  const rows = await prismaOn(pool).$queryRaw<unknown[]>`SELECT FROM drift_tally LIMIT 1`;
  return rows.length > 0;
}

/** Until the transaction ends nobody else folds; readers don't wait. */
export async function lockDrift(client: Transaction): Promise<void> {
  await client.$executeRaw`LOCK TABLE drift IN SHARE ROW EXCLUSIVE MODE`;
}

/** They are gone then. */
export async function takeCounts(client: Transaction, most: number): Promise<DriftCount[]> {
  const rows = await client.$queryRaw<CountRow[]>`
    DELETE FROM drift_tally WHERE id = ANY(ARRAY(SELECT id FROM drift_tally LIMIT ${most}))
    RETURNING drift_id, kind, path, expected, found, count, first_seq, first_delivery_id,
      last_seq, last_delivery_id`;
  return rows.map((row) => ({
    id: row.drift_id,
    kind: row.kind,
    path: row.path,
    expected: row.expected,
    found: row.found,
    count: row.count,
    firstSeq: row.first_seq,
    firstDeliveryId: row.first_delivery_id,
    lastSeq: row.last_seq,
    lastDeliveryId: row.last_delivery_id,
  }));
}

type CountRow = Record<"drift_id" | "count" | "first_seq" | "last_seq", bigint> &
  Record<"first_delivery_id" | "last_delivery_id", string> & { kind: DriftKind } & Record<
    "path" | "expected" | "found",
    string | null
  >;

/** Those of these that have a row. */
export async function listKnown(client: Transaction, ids: bigint[]): Promise<Set<bigint>> {
  const rows = await client.$queryRaw<
    { id: bigint }[]
  >`SELECT id FROM drift WHERE id = ANY(${ids})`;
  return new Set(rows.map(({ id }) => id));
}

/** How many rows each kind has, beside the one that all others share. */
export async function countKinds(client: Transaction): Promise<Map<DriftKind, number>> {
  const rows = await client.$queryRaw<{ kind: DriftKind; count: number }[]>`
    SELECT kind, count(*)::int AS count FROM drift WHERE path IS NOT NULL GROUP BY kind`;
  return new Map(rows.map(({ kind, count }) => [kind, count]));
}

export async function upsertDrift(client: Transaction, counts: DriftCount[]): Promise<void> {
  await client.$executeRaw`
    INSERT INTO drift (id, kind, path, expected, found, count,
       first_seq, first_delivery_id, last_seq, last_delivery_id)
     SELECT * FROM ${unnestCounts(counts)}
     ON CONFLICT (id) DO UPDATE SET
       count = drift.count + excluded.count,
       first_seq = least(drift.first_seq, excluded.first_seq),
       first_delivery_id = CASE WHEN excluded.first_seq < drift.first_seq
         THEN excluded.first_delivery_id ELSE drift.first_delivery_id END,
       last_seq = greatest(drift.last_seq, excluded.last_seq),
       last_delivery_id = CASE WHEN excluded.last_seq > drift.last_seq
         THEN excluded.last_delivery_id ELSE drift.last_delivery_id END`;
}

/** Rows of them: id, kind, path, expected, found, count, and sequence and id of the first and the last. */
function unnestCounts(counts: DriftCount[]): Prisma.Sql {
  return Prisma.sql`unnest(
    ${toList(counts.map(({ id }) => id))}::bigint[],
    ${toList(counts.map(({ kind }) => kind))}::drift_kind[],
    ${toList(counts.map(({ path }) => path))}::text[],
    ${toList(counts.map(({ expected }) => expected))}::text[],
    ${toList(counts.map(({ found }) => found))}::text[],
    ${toList(counts.map(({ count }) => count))}::bigint[],
    ${toList(counts.map(({ firstSeq }) => firstSeq))}::bigint[],
    ${toList(counts.map(({ firstDeliveryId }) => firstDeliveryId))}::uuid[],
    ${toList(counts.map(({ lastSeq }) => lastSeq))}::bigint[],
    ${toList(counts.map(({ lastDeliveryId }) => lastDeliveryId))}::uuid[])`;
}

/** What was seen, and how many rows there are with those that aren't listed. */
export type SeenRow = {
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

/** First what nobody acknowledged, the newest on top. */
export async function listSeen(kinds: DriftKind[], most: number): Promise<SeenRow[]> {
  return db().$queryRaw`
    SELECT *, count(*) OVER () AS listed FROM (${seen}) AS seen
    WHERE kind::text = ANY(${kinds})
    ORDER BY acknowledged_at IS NOT NULL, first_seq DESC, id
    LIMIT ${most}`;
}

/** What nobody acknowledged: first what is new, `lastKinds` behind the others. */
export async function listNews(
  newFrom: bigint,
  lastKinds: DriftKind[],
  most: number,
): Promise<(SeenRow & { news: bigint })[]> {
  return db().$queryRaw`
    SELECT *, count(*) OVER () AS listed,
           count(*) FILTER (WHERE first_seq >= ${newFrom}) OVER () AS news
    FROM (${seen}) AS seen
    WHERE acknowledged_at IS NULL
    ORDER BY first_seq < ${newFrom}, kind::text = ANY(${lastKinds}), first_seq DESC, id
    LIMIT ${most}`;
}

/** What is folded, and what was counted since. */
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
