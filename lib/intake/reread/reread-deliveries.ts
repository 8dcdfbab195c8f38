import "server-only";
import type { Pool } from "pg";
import { log } from "@/lib/ops/log";
import {
  type Database,
  prismaOn,
  type Transaction,
  toList,
} from "@/lib/platform/database/transaction";
import { timeoutOf } from "@/lib/platform/faults";
import { correctRecords } from "@/lib/recordings/ledger/correct-records";
import { Prisma } from "@/prisma/client/client";
import { type Sighting, tallyDrift, toSightings } from "../drift/sighting";
import type { Interpretation } from "../interpret/interpret-delivery";
import { type KeptBytes, openKept } from "../interpret/interpret-kept";
import { isolatePoison, isRefusal, probeLedger } from "../store/isolate-poison";
import {
  overallOutcome,
  type RecordOutcome,
  toArrivedRecords,
  toRecordOutcomes,
} from "../store/record-outcome";
import { dayOf } from "../store/store-deliveries";
import { DeliverySum, storePart } from "../store/store-part";
import { rewriteOutcomes } from "../store/write-outcomes";

/** A stored delivery and what its bytes mean today. */
export type Rereading = {
  deliveryId: string;
  acceptedSeq: bigint;
  /** Null: its bytes are no longer kept, so it stays as it is. */
  interpretation: Interpretation | null;
};

/**
 * Of the deliveries that were to be read again: how many left the quarantine, how many are in it,
 * and how many have no bytes any more.
 */
export type RereadTally = { released: number; held: number; skipped: number };

/**
 * Writes what stored deliveries mean today, under the sequences of their acceptance, so that no
 * recording becomes older than it is. What was understood before and isn't any more stays stored.
 * Idempotent; must run in a REPEATABLE READ transaction.
 */
export async function rereadDeliveries(
  client: Transaction,
  rereadings: Rereading[],
): Promise<RereadTally> {
  const former = await readFormer(client, rereadings);
  const read = rereadings.flatMap(({ interpretation, ...delivery }) => {
    const before = former.get(delivery.deliveryId);
    return interpretation && before
      ? [{ ...delivery, interpretation, before, sha256: before.sha256 }]
      : [];
  });
  const outcomes = (
    await correctRecords(
      client,
      read.flatMap((delivery) => toArrivedRecords(delivery)),
    )
  ).values();
  const results = read.map(({ before, interpretation, deliveryId, acceptedSeq }) => {
    const records = keepUnderstood(before.records, toRecordOutcomes(interpretation, outcomes));
    const outcome = overallOutcome(records);
    const wasHeld = overallOutcome(before.records) === "quarantined";
    const sightings = toSightings(interpretation).filter(({ id }) => !before.driftIds.has(id));
    return { deliveryId, acceptedSeq, records, outcome, wasHeld, sightings };
  });
  await tallyDrift(client, results);
  await updateDeliveries(client, results);
  const held = results.filter(({ outcome }) => outcome === "quarantined");
  const released = results.filter(({ outcome, wasHeld }) => wasHeld && outcome !== "quarantined");
  const skipped = rereadings.filter(({ interpretation }) => interpretation === null);
  return { released: released.length, held: held.length, skipped: skipped.length };
}

/** A stricter reading takes nothing back: the former outcome of a record stands then. */
function keepUnderstood(before: RecordOutcome[], now: RecordOutcome[]): RecordOutcome[] {
  const isUnderstood = (record: RecordOutcome | undefined) =>
    record !== undefined && record.outcome !== "quarantined";
  const length = Math.max(before.length, now.length);
  return Array.from({ length }, (_, position) => [before[position], now[position]]).flatMap(
    ([then, today]) => (isUnderstood(then) && !isUnderstood(today) ? then : today) ?? [],
  );
}

/** What a delivery was read as, which drift it was counted for, and the hash of its body. */
type Former = { records: RecordOutcome[]; driftIds: Set<bigint>; sha256: string };

async function readFormer(
  client: Transaction,
  rereadings: Rereading[],
): Promise<Map<string, Former>> {
  const rows = await client.$queryRaw<FormerRow[]>`
    SELECT id, records, drift_ids, encode(sha256, 'hex') AS sha256 FROM delivery
    WHERE id = ANY(${toList(rereadings.map(({ deliveryId }) => deliveryId))}::uuid[]) AND accepted_on = ANY(${toList([...new Set(rereadings.map(({ acceptedSeq }) => dayOf(acceptedSeq)))])}::date[])`;
  return new Map(
    rows.map(({ id, records, drift_ids, sha256 }) => [
      id,
      { records, driftIds: new Set(drift_ids), sha256 },
    ]),
  );
}

type FormerRow = {
  id: string;
  records: RecordOutcome[];
  drift_ids: bigint[] | null;
  sha256: string;
};

type Result = Pick<Rereading, "deliveryId" | "acceptedSeq"> & {
  records: RecordOutcome[];
  outcome: RecordOutcome["outcome"];
  /** What it is counted for from now on, besides. */
  sightings: Sighting[];
};

async function updateDeliveries(client: Transaction, results: Result[]): Promise<void> {
  await client.$executeRaw`
    UPDATE delivery SET outcome = read.outcome, records = read.records,
      drift_ids = coalesce(delivery.drift_ids, '{}') || read.drift_ids::bigint[],
      interpreted_at = now(), reread_at = now()
    FROM unnest(
        ${toList(results.map(({ deliveryId }) => deliveryId))}::uuid[],
        ${toList(results.map(({ acceptedSeq }) => dayOf(acceptedSeq)))}::date[],
        ${toList(results.map(({ outcome }) => outcome))}::outcome[],
        ${toList(results.map(({ records }) => JSON.stringify(records)))}::jsonb[],
        ${toList(results.map(({ sightings }) => `{${sightings.map(({ id }) => id).join()}}`))}::text[])
      AS read (id, accepted_on, outcome, records, drift_ids)
    WHERE delivery.id = read.id AND delivery.accepted_on = read.accepted_on`;
}

type RereadSteps = {
  /** Called between two transactions; may throw, to leave off. */
  between: () => Promise<void>;
  /** Called in the transaction that writes the delivery itself. */
  afterStoring: (client: Transaction, tally: RereadTally) => Promise<void>;
};

/**
 * Writes what one stored delivery of any size means today, as `rereadDeliveries` does, but its records
 * in parts, each in a transaction of its own, and at last the delivery itself; if the database refuses
 * that, it stays as it was. Begun again, it ends in the same. Throws while the database is away.
 */
export async function rereadLong(
  pool: Pool,
  kept: KeptBytes & { acceptedSeq: bigint },
  { between, afterStoring }: RereadSteps,
): Promise<void> {
  const former = await readFormerSum(prismaOn(pool), kept);
  if (!former) return;
  const delivery = { ...kept, sha256: former.sha256 };
  const sum = new DeliverySum();
  const body = await openKept(kept, between);
  let before = 0;
  for await (const interpretation of body.parts()) {
    const read = await storePart(pool, delivery, { interpretation, before }, { cap: sum.cap });
    const records = keepUnderstood(await readRecords(pool, kept, before, read.length), read);
    sum.add(records, interpretation);
    before += read.length;
    await between();
  }
  for (; before < former.count; before += atOnce) {
    const rest = await readRecords(pool, kept, before, atOnce);
    sum.add(keepUnderstood(rest, []), { readings: [] });
  }
  const wasHeld = former.outcome === "quarantined";
  await isolatePoison<DeliverySum | null>(pool, [sum], {
    store: async (client, [read]) => {
      if (read) await writeSum(client, kept, read);
      const isHeld = (read ?? former).outcome === "quarantined";
      await afterStoring(client, {
        ...{ released: wasHeld && !isHeld ? 1 : 0, held: isHeld ? 1 : 0, skipped: 0 },
      });
    },
    probe: () => probeLedger(pool),
    mayBeAnItems: (error) => isRefusal(error) || timeoutOf(error) === "statement",
    // Its records are stored; what can't be is told of them stays as it was told.
    quarantine: (_, error) => {
      log().error({ err: error, deliveryId: kept.deliveryId }, "a delivery could not be rewritten");
      return null;
    },
  });
}

async function writeSum(
  client: Transaction,
  { deliveryId, acceptedSeq }: Key,
  sum: DeliverySum,
): Promise<void> {
  const former = await readFormerSum(client, { deliveryId, acceptedSeq });
  const counted = new Set(former?.drift_ids);
  const sightings = sum.sightings.filter(({ id }) => !counted.has(id));
  await tallyDrift(client, [{ deliveryId, acceptedSeq, sightings }]);
  await client.$executeRaw`
    UPDATE delivery SET outcome = ${sum.outcome}::outcome, records = ${sum.records}::jsonb,
      drift_ids = coalesce(drift_ids, '{}') || ${toList(sightings.map(({ id }) => id))}::bigint[],
      interpreted_at = now(), reread_at = now()
    WHERE ${isDelivery({ deliveryId, acceptedSeq })}`;
  // Somebody may have taken a retry while the parts were read.
  await rewriteOutcomes(client, { deliveryId, acceptedSeq });
}
const atOnce = 1_000;

type FormerSumRow = {
  outcome: RecordOutcome["outcome"];
  sha256: string;
  drift_ids: bigint[] | null;
  count: number;
};

type Key = { deliveryId: string; acceptedSeq: bigint };

function isDelivery({ deliveryId, acceptedSeq }: Key): Prisma.Sql {
  return Prisma.sql`id = ${deliveryId}::uuid AND accepted_on = ${dayOf(acceptedSeq)}::date`;
}

async function readFormerSum(client: Database, key: Key): Promise<FormerSumRow | undefined> {
  const rows = await client.$queryRaw<FormerSumRow[]>`
    SELECT outcome, encode(sha256, 'hex') AS sha256, drift_ids, jsonb_array_length(records) AS count
    FROM delivery WHERE ${isDelivery(key)}`;
  return rows[0];
}

/** What became of some of its records when it was last read, from a position on. */
async function readRecords(
  pool: Pool,
  key: Key,
  from: number,
  most: number,
): Promise<RecordOutcome[]> {
  const path = `$[${from} to ${from + Math.max(1, most) - 1}]`;
  const rows = await prismaOn(pool).$queryRaw<{ records: RecordOutcome[] }[]>`
    SELECT jsonb_path_query_array(records, ${path}::text::jsonpath) AS records
    FROM delivery WHERE ${isDelivery(key)}`;
  return rows[0]?.records ?? [];
}
