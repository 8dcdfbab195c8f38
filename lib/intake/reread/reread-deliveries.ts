import "server-only";
import type { Pool } from "pg";
import { log } from "@/lib/ops/log";
import { prismaOn, type Transaction } from "@/lib/platform/database/transaction";
import { isRefusal, timeoutOf } from "@/lib/platform/faults";
import { correctRecords } from "@/lib/recordings/ledger/ledger";
import { countDrift, observeDrift } from "../drift/drift";
import type { Interpretation } from "../interpret/interpret-delivery";
import { type KeptBytes, openKept } from "../interpret/interpret-kept";
import {
  overallOutcome,
  rewriteOutcomes,
  toArrivedRecords,
  toRecordOutcomes,
} from "../store/record-outcome";
import { isolatePoison, probeLedger } from "../store/store-deliveries";
import { DeliverySum, storePart } from "../store/store-part";
import type { RecordOutcome } from "../views/delivery-log";
import {
  type DeliveryKey,
  type RereadTally,
  readFormer,
  readFormerSum,
  readRecords,
  updateDeliveries,
  updateDelivery,
} from "./sql";

/** A stored delivery and what its bytes mean today. */
export type Rereading = {
  deliveryId: string;
  acceptedSeq: bigint;
  /** Null: its bytes are no longer kept, so it stays as it is. */
  interpretation: Interpretation | null;
};

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
    const observations = observeDrift(interpretation).filter(({ id }) => !before.driftIds.has(id));
    return { deliveryId, acceptedSeq, records, outcome, wasHeld, observations };
  });
  await countDrift(client, results);
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
        released: wasHeld && !isHeld ? 1 : 0,
        held: isHeld ? 1 : 0,
        skipped: 0,
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
  { deliveryId, acceptedSeq }: DeliveryKey,
  sum: DeliverySum,
): Promise<void> {
  const former = await readFormerSum(client, { deliveryId, acceptedSeq });
  const counted = new Set(former?.drift_ids);
  const observations = sum.observations.filter(({ id }) => !counted.has(id));
  await countDrift(client, [{ deliveryId, acceptedSeq, observations }]);
  await updateDelivery(
    client,
    { deliveryId, acceptedSeq },
    { outcome: sum.outcome, records: sum.records, observations },
  );
  // Somebody may have taken a retry while the parts were read.
  await rewriteOutcomes(client, { deliveryId, acceptedSeq });
}
const atOnce = 1_000;
