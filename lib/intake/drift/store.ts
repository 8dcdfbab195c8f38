import "server-only";
import type { Pool } from "pg";
import { listNames } from "@/lib/access/members/members";
import { backgroundPool, db } from "@/lib/platform/database/db";
import { inTransaction, type Transaction } from "@/lib/platform/database/transaction";
import type { DriftKind } from "@/prisma/client/client";
import { acceptedAtOf, firstSeqOf } from "../journal/sequence";
import type { DriftListView, DriftNewsView, DriftView } from "../views/views";
import { addTallies, type DriftTally, mostOfKind, othersOf, valueKinds } from "./sighting";
import {
  countKinds,
  hasTallies,
  listKnown,
  listNews,
  listSeen,
  lockDrift,
  type SeenRow,
  takeTallies,
  upsertDrift,
} from "./sql";

/** What was seen of these kinds: first what nobody acknowledged, the newest on top. */
export async function listDrift(
  kinds: DriftKind[],
  most: number,
  now: Date,
): Promise<DriftListView> {
  const rows = await listSeen(kinds, most);
  const listed = Number(rows[0]?.listed ?? 0);
  return { items: await toViews(rows, now), more: listed - rows.length };
}

/**
 * What was seen for the first time within a week, fields and types before mere values, and how much
 * waits to be acknowledged.
 */
export async function getDriftNews(most: number, now: Date): Promise<DriftNewsView> {
  const rows = await listNews(newFrom(now), valueKinds, most);
  const newCount = Number(rows[0]?.news ?? 0);
  const items = (await toViews(rows, now)).filter(({ isNew }) => isNew);
  return { items, newCount, olderCount: Number(rows[0]?.listed ?? 0) - newCount };
}

const newMs = 7 * 86_400_000;

function newFrom(now: Date): bigint {
  return firstSeqOf(now.getTime() - newMs);
}

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
  if (!(await hasTallies(pool))) return 0;
  return inTransaction(pool, async (client) => {
    // The snapshot is taken after it: what another process folded is seen.
    await lockDrift(client);
    const tallies = await takeTallies(client, batchSize);
    await upsertDrift(client, await placeTallies(client, tallies));
    return tallies.length;
  });
}

const batchSize = 5_000;

/** One tally for each row, the new ones in the order of their first appearance up to the limit. */
async function placeTallies(client: Transaction, tallies: DriftTally[]): Promise<DriftTally[]> {
  const known = await listKnown(
    client,
    tallies.map(({ id }) => id),
  );
  const counts = await countKinds(client);
  const room = new Map([...counts].map(([kind, count]) => [kind, mostOfKind[kind] - count]));
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
