import "server-only";
import { createHash } from "node:crypto";
import type { Pool } from "pg";
import { listNames } from "@/lib/access/members/members";
import { backgroundPool, db } from "@/lib/platform/database/db";
import { inTransaction, type Transaction } from "@/lib/platform/database/transaction";
import type { DriftKind } from "@/prisma/client/client";
import type { Observation } from "../interpret/fields/member-reader";
import type { Interpretation } from "../interpret/interpret-delivery";
import { sanitizeText } from "../interpret/json/read-json";
import { acceptedAtOf, firstSeqOf } from "../journal/sequence";
import type { DriftListView, DriftNewsView, DriftView } from "../views/views";
import {
  countKinds,
  hasCounts,
  insertCounts,
  listKnown,
  listNews,
  listSeen,
  lockDrift,
  type SeenRow,
  takeCounts,
  upsertDrift,
} from "./sql";

/** An observation as a row of its own, with texts that can be stored and looked at. */
export type DriftObservation = {
  /** Two are the same when kind, path, expected and found are, to the last character. */
  id: bigint;
  kind: DriftKind;
  /** Null: more of this kind than are told apart. */
  path: string | null;
  expected: string | null;
  found: string | null;
};

/** What a delivery shows, each thing once, and of each kind at most a hundred apart. */
export function observeDrift({ readings }: Pick<Interpretation, "readings">): DriftObservation[] {
  const observations = new DriftObservationSet();
  observations.add(readings);
  return observations.all();
}

/** The same for a delivery whose records come one part after the other. */
export class DriftObservationSet {
  readonly #observations = new Map<bigint, DriftObservation>();
  readonly #kindCounts = new Map<DriftKind, number>();

  add(readings: Interpretation["readings"]): void {
    for (const { observations } of readings) {
      for (const observation of observations) {
        const item = toDriftObservation(observation);
        if (this.#observations.has(item.id)) continue;
        const count = this.#kindCounts.get(item.kind) ?? 0;
        const told = count < mostPerKind ? item : othersOf(item.kind);
        this.#observations.set(told.id, told);
        this.#kindCounts.set(item.kind, count + 1);
      }
    }
  }

  all(): DriftObservation[] {
    return [...this.#observations.values()];
  }
}

/** What stands for all of a kind that is beyond its limit. */
function othersOf(kind: DriftKind): DriftObservation {
  return toDriftObservation({ kind, path: null });
}

const mostPerKind = 100;
const mostCharacters = 200;

/** Most of what is seen has been seen before, and hashing costs more than finding it. */
const recent = new Map<string, DriftObservation>();
const mostRecent = { observations: 2_000, characters: 500 };

function toDriftObservation({ kind, path, expected, found }: Observation): DriftObservation {
  const identity = JSON.stringify([kind, path, expected, found]);
  const known = recent.get(identity);
  if (known) return known;
  const observation = {
    id: createHash("sha256").update(identity).digest().readBigInt64BE(0),
    kind,
    path: path && cut(path.map(writeKey).join(".")),
    expected: expected ?? null,
    found: found === undefined ? null : cut(found),
  };
  if (recent.size >= mostRecent.observations) recent.clear();
  if (identity.length <= mostRecent.characters) recent.set(identity, observation);
  return observation;
}

/** A key that could be mistaken for several stands in quotes. */
function writeKey(key: string): string {
  return /^[\p{L}\p{N}_-]+$/u.test(key) ? key : JSON.stringify(key);
}

function cut(text: string): string {
  const storable = sanitizeText(text.slice(0, mostCharacters));
  return text.length > mostCharacters ? `${storable}…` : storable;
}

/** Differences from the interface. */
export const structureKinds: DriftKind[] = [
  "unknown_field",
  "unknown_member",
  "type",
  "missing_field",
  "form",
];

/** Values of fields whose values the interface leaves open. */
export const valueKinds: DriftKind[] = ["status", "campaign", "gender", "customer_type"];

/** So many different names of each kind have a row of their own; all others share one. */
export const mostOfKind: Record<DriftKind, number> = {
  unknown_field: 200,
  unknown_member: 100,
  type: 100,
  missing_field: 100,
  form: 50,
  status: 200,
  campaign: 1_000,
  gender: 100,
  customer_type: 200,
};

type Observed = { deliveryId: string; acceptedSeq: bigint; observations: DriftObservation[] };

/** How many deliveries show something, and the first and last of them. */
export type DriftCount = DriftObservation & {
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
export async function countDrift(client: Transaction, observed: Observed[]): Promise<void> {
  const counts = sumObservations(observed);
  if (counts.length === 0) return;
  await insertCounts(client, counts);
}

/** Two counts of the same thing as one, whatever their order. */
function addCounts(one: DriftCount, other: DriftCount): DriftCount {
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

function sumObservations(observed: Observed[]): DriftCount[] {
  const counts = new Map<bigint, DriftCount>();
  for (const { deliveryId, acceptedSeq, observations } of observed) {
    const counted = new Map<bigint, DriftObservation>();
    for (const observation of observations) {
      const isTold = counts.has(observation.id) || counts.size < mostInBatch;
      const told = isTold ? observation : othersOf(observation.kind);
      counted.set(told.id, told);
    }
    for (const { id, kind, path, expected, found } of counted.values()) {
      const entry = counts.get(id);
      if (!entry) {
        const first = { firstSeq: acceptedSeq, firstDeliveryId: deliveryId };
        const last = { lastSeq: acceptedSeq, lastDeliveryId: deliveryId };
        counts.set(id, { id, kind, path, expected, found, count: 1n, ...first, ...last });
        continue;
      }
      entry.count++;
      if (acceptedSeq < entry.firstSeq) {
        entry.firstSeq = acceptedSeq;
        entry.firstDeliveryId = deliveryId;
      }
      if (acceptedSeq > entry.lastSeq) {
        entry.lastSeq = acceptedSeq;
        entry.lastDeliveryId = deliveryId;
      }
    }
  }
  return [...counts.values()];
}

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
    id: String(row.id),
    kind: row.kind,
    path: row.path,
    expected: row.expected,
    found: row.found,
    count: Number(row.count),
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
 * Moves what was counted into Drift; one at a time, whichever process it is. Returns how many
 * counts it took: 0 when there are none.
 */
export async function foldDrift(pool: Pool): Promise<number> {
  if (!(await hasCounts(pool))) return 0;
  return inTransaction(pool, async (client) => {
    // The snapshot is taken after it: what another process folded is seen.
    await lockDrift(client);
    const counts = await takeCounts(client, batchSize);
    await upsertDrift(client, await placeCounts(client, counts));
    return counts.length;
  });
}

const batchSize = 5_000;

/** One count for each row, the new ones in the order of their first appearance up to the limit. */
async function placeCounts(client: Transaction, counts: DriftCount[]): Promise<DriftCount[]> {
  const known = await listKnown(
    client,
    counts.map(({ id }) => id),
  );
  const kindCounts = await countKinds(client);
  const free = new Map([...kindCounts].map(([kind, count]) => [kind, mostOfKind[kind] - count]));
  const placed = new Map<bigint, DriftCount>();
  const inOrder = counts.toSorted((one, other) => (one.firstSeq < other.firstSeq ? -1 : 1));
  for (const count of inOrder) {
    const left = free.get(count.kind) ?? mostOfKind[count.kind];
    const isPlaced = known.has(count.id) || placed.has(count.id) || count.path === null;
    if (!isPlaced && left > 0) free.set(count.kind, left - 1);
    const row = isPlaced || left > 0 ? count : { ...count, ...othersOf(count.kind) };
    const before = placed.get(row.id);
    placed.set(row.id, before ? addCounts(before, row) : row);
  }
  return [...placed.values()];
}

/** Notes that these are known. They go on being counted. Returns how many were not known yet. */
export async function acknowledgeDrift(ids: bigint[], by: string): Promise<number> {
  // What can be seen may be counted only; once folded, it has a row to note it on.
  while (await foldDrift(backgroundPool()));
  const { count } = await db().drift.updateMany({
    where: { id: { in: ids }, acknowledgedAt: null },
    data: { acknowledgedAt: new Date(), acknowledgedBy: by },
  });
  return count;
}
