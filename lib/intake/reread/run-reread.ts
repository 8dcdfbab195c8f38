import "server-only";
import { randomUUID } from "node:crypto";
import type { Pool } from "pg";
import { z } from "zod";
import { log } from "@/lib/ops/log";
import { type Loop, runLoop } from "@/lib/ops/loop";
import { LostLease } from "@/lib/ops/task-lease";
import { backgroundPool } from "@/lib/platform/database/db";
import { prismaOn, type Transaction } from "@/lib/platform/database/transaction";
import { processWide } from "@/lib/platform/process/process-wide";
import { newTopic } from "@/lib/platform/process/topic";
import { budgets } from "@/lib/platform/settings/budgets";
import { Prisma } from "@/prisma/client/client";
import { buildDeliveryWhere } from "../deliveries/log/list-deliveries";
import {
  interpretKept,
  refusedInterpretation,
  sizeKept,
  unreadMessage,
} from "../interpret/interpret-kept";
import { journal } from "../journal/open-journal";
import { acceptedAtOf } from "../journal/sequence";
import { isolatePoison, probeLedger } from "../store/isolate-poison";
import { unpackBody } from "../store/packed-body";
import { parseDeliveryQuery } from "../views/delivery-filter";
import {
  type Rereading,
  type RereadTally,
  rereadDeliveries,
  rereadLong,
} from "./reread-deliveries";
import {
  advanceJob,
  type ClaimedJob,
  claimJob,
  finishJob,
  noteFault,
  releaseClaims,
  renewClaim,
} from "./store";

/** There is something to read again. */
export const rereadingWanted = newTopic("rereading-wanted", z.literal(true));

/** Works on whatever is to be read again, for the life of this process and gently. */
export const startRereading = processWide("earshotRereading", newRereading);

/** One step of the open job: a batch, or its end. False: there was nothing to do. */
export async function rereadStep(pool: Pool, claimant: string): Promise<boolean> {
  const job = await claimJob(pool, claimant);
  if (!job) return false;
  try {
    if ((await rereadBatch(pool, job)) === 0) await finishJob(pool, job);
  } catch (error) {
    if (!(error instanceof LostLease)) throw error;
  }
  return true;
}

const idlePollMs = 5_000;
const backOffMs = 5_000;
/** A batch is followed by a rest of twice its length. */
const restShare = 2;
const restMs = { least: 20, most: 2_000 };

function newRereading(): Loop {
  const claimant = randomUUID();
  let isFaulty = false;
  return runLoop({
    wakeOn: [rereadingWanted],
    turn: async (signal) => {
      try {
        await waitForCalm(() => signal.aborted);
        const startedMs = performance.now();
        const worked = await rereadStep(backgroundPool(), claimant);
        isFaulty = false;
        const restOfMs = (performance.now() - startedMs) * restShare;
        return worked ? Math.min(Math.max(restOfMs, restMs.least), restMs.most) : idlePollMs;
      } catch (error) {
        if (!isFaulty) log().error({ err: error }, "deliveries can't be reprocessed; retrying");
        isFaulty = true;
        const fault = error instanceof Error ? error.message : String(error);
        await noteFault(backgroundPool(), claimant, fault).catch(() => undefined);
        return backOffMs;
      }
    },
    atEnd: () => releaseClaims(backgroundPool(), claimant).catch(() => undefined),
  });
}

const calmPollMs = 25;
const momentMs = 100;
/** Under a load that never rests a re-reading still gets on, by one batch now and then. */
const longestWaitMs = 10_000;

/** Live events go first: waits until none of them has been waiting for longer than a moment. */
async function waitForCalm(isStopping: () => boolean): Promise<void> {
  const endMs = performance.now() + longestWaitMs;
  while (!isStopping() && performance.now() < endMs) {
    const [oldest] = await (await journal()).read(1, 1);
    if (!oldest || Date.now() - acceptedAtOf(oldest.acceptedSeq) < momentMs) return;
    await new Promise((resolve) => setTimeout(resolve, calmPollMs));
  }
}

/**
 * Reads the next deliveries of a job again, in the order of acceptance, and notes how far it is.
 * Returns how many they were: 0 when there are none left. @throws {LostLease}
 */
export async function rereadBatch(pool: Pool, job: ClaimedJob): Promise<number> {
  const kept = await readNext(pool, job);
  await rereadKept(pool, kept, {
    between: () => renewClaim(pool, job),
    afterStoring: async (client, rows, tally) => {
      const last = rows.at(-1);
      const cursor = last ? { seq: last.acceptedSeq, id: last.deliveryId } : job.cursor;
      await advanceJob(client, job, { ...tally, cursor, read: rows.length });
    },
  });
  return kept.length;
}

/** Reads one delivery again. Null: there is no such delivery, or its bytes are no longer kept. */
export async function rereadOne(
  pool: Pool,
  { id, acceptedOn }: { id: string; acceptedOn: Date },
): Promise<RereadTally | null> {
  const kept = await readKept(
    pool,
    Prisma.sql`SELECT id, accepted_seq, headers, body, packing
      FROM delivery JOIN delivery_body USING (id, accepted_on)
      WHERE id = ${id}::uuid AND accepted_on = ${acceptedOn.toISOString().slice(0, 10)}::date`,
  );
  let result: RereadTally | null = null;
  await rereadKept(pool, kept, {
    between: async () => undefined,
    afterStoring: async (_, __, tally) => {
      result = tally;
    },
  });
  return result;
}

const unread = JSON.stringify([{ problems: [{ message: unreadMessage }] }]);
const batchSize = 25;
const batchBytes = 8 * 1024 * 1024;

type RereadSteps = {
  /** Called between two transactions that read one delivery. */
  between: () => Promise<void>;
  /** Called in the transaction that ends the reading of some. */
  afterStoring: (
    client: Transaction,
    read: Pick<Rereading, "acceptedSeq" | "deliveryId">[],
    tally: RereadTally,
  ) => Promise<void>;
};

/** In their order: the short ones together, each of the others in parts. */
async function rereadKept(
  pool: Pool,
  kept: KeptRow[],
  { between, afterStoring }: RereadSteps,
): Promise<void> {
  let short: Rereading[] = [];
  let records = 0;
  const storeShort = async () => {
    if (short.length > 0) await storeRereadings(pool, short, afterStoring);
    short = [];
    records = 0;
  };
  for (const { id: deliveryId, accepted_seq, headers, body, packing } of kept) {
    const acceptedSeq = BigInt(accepted_seq);
    const whole = body && unpackBody({ body, packing });
    const bytes = whole && { deliveryId, headers: headers ?? [], body: whole };
    if (bytes && sizeKept(bytes) !== "short") {
      await storeShort();
      await rereadLong(
        pool,
        { ...bytes, acceptedSeq },
        {
          between,
          afterStoring: (client, tally) =>
            afterStoring(client, [{ acceptedSeq, deliveryId }], tally),
        },
      );
    } else {
      const interpretation = bytes && interpretKept(bytes);
      short.push({ deliveryId, acceptedSeq, interpretation });
      records += interpretation?.readings.length ?? 0;
      if (records >= budgets.delivery.slice.records) await storeShort();
    }
  }
  await storeShort();
}

async function storeRereadings(
  pool: Pool,
  rereadings: Rereading[],
  afterStoring: RereadSteps["afterStoring"],
): Promise<void> {
  await isolatePoison(pool, rereadings, {
    store: async (client, items) => {
      await afterStoring(client, items, await rereadDeliveries(client, items));
    },
    probe: () => probeLedger(pool),
    quarantine: (item, error) => ({ ...item, interpretation: refusedInterpretation(error) }),
  });
}

/**
 * At least one, then as many as their bytes allow. Those that were set aside unread are left out: a
 * job would come upon one again and again, and end the server each time; somebody may read it alone.
 */
async function readNext(pool: Pool, job: ClaimedJob): Promise<KeptRow[]> {
  const { filter } = parseDeliveryQuery(new URLSearchParams(job.filter));
  return readKept(
    pool,
    Prisma.sql`
      SELECT id, accepted_seq, headers, body, packing FROM (
        SELECT *, sum(bytes) OVER (ORDER BY accepted_seq, id) - bytes AS bytes_before FROM (
          SELECT id, accepted_on, accepted_seq, bytes FROM delivery
          WHERE ${buildDeliveryWhere(filter, job.timeZone)}
            AND (accepted_seq, id) > (${job.cursor.seq}::bigint, ${job.cursor.id}::uuid)
            AND accepted_seq <= ${job.lastSeq}
            AND NOT records @> ${unread}::jsonb
          ORDER BY accepted_seq, id LIMIT ${batchSize}
        ) AS next
      ) AS measured
      LEFT JOIN delivery_body USING (id, accepted_on)
      WHERE bytes_before < ${batchBytes}
      ORDER BY accepted_seq, id`,
  );
}

type KeptRow = {
  id: string;
  accepted_seq: bigint;
  headers: [string, string][] | null;
  body: Uint8Array | null;
  packing: number | null;
};

async function readKept(pool: Pool, query: Prisma.Sql): Promise<KeptRow[]> {
  return prismaOn(pool).$queryRaw<KeptRow[]>(query);
}
