import "server-only";
import type { Pool } from "pg";
import { log } from "@/lib/ops/log";
import { timeoutOf } from "@/lib/platform/database/database-fault";
import { prismaOn, type Transaction, toList } from "@/lib/platform/database/transaction";
import { Prisma } from "@/prisma/client/client";
import { tallyDrift } from "../drift/tally-drift";
import { type KeptBytes, openKept } from "../interpret/interpret-kept";
import { isolatePoison, isRefusal, probeLedger } from "../store/isolate-poison";
import type { RecordOutcome } from "../store/record-outcome";
import { dayOf } from "../store/store-deliveries";
import { DeliverySum, storePart } from "../store/store-part";
import { rewriteOutcomes } from "../store/write-outcomes";
import { keepUnderstood, type RereadTally } from "./reread-deliveries";

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
  const former = await readFormer(prismaOn(pool), kept);
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
  const former = await readFormer(client, { deliveryId, acceptedSeq });
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

type FormerRow = {
  outcome: RecordOutcome["outcome"];
  sha256: string;
  drift_ids: bigint[] | null;
  count: number;
};

type Key = { deliveryId: string; acceptedSeq: bigint };

function isDelivery({ deliveryId, acceptedSeq }: Key): Prisma.Sql {
  return Prisma.sql`id = ${deliveryId}::uuid AND accepted_on = ${dayOf(acceptedSeq)}::date`;
}

async function readFormer(client: Transaction, key: Key): Promise<FormerRow | undefined> {
  const rows = await client.$queryRaw<FormerRow[]>`
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
