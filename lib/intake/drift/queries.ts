import "server-only";
import { listNames } from "@/lib/access/members/members";
import { db } from "@/lib/platform/database/db";
import { type DriftKind, Prisma } from "@/prisma/client/client";
import { acceptedAtOf, firstSeqOf } from "../journal/sequence";
import type { DriftListView, DriftNewsView, DriftView } from "../views/views";
import { valueKinds } from "./sighting";

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
