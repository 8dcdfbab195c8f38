import "server-only";
import { randomUUID } from "node:crypto";
import type { Pool } from "pg";
import { z } from "zod";
import { LostLease } from "@/lib/ops/lease-sql";
import { log } from "@/lib/ops/log";
import { type Loop, runLoop } from "@/lib/ops/loop";
import { backgroundPool, db } from "@/lib/platform/database/db";
import type { Transaction } from "@/lib/platform/database/transaction";
import { isDuplicateKey } from "@/lib/platform/faults";
import { processWide } from "@/lib/platform/process/process-wide";
import { newTopic } from "@/lib/platform/process/topic";
import { budgets } from "@/lib/platform/settings/budgets";
import type { Prisma } from "@/prisma/client/client";
import { buildDeliveryWhere, countDeliveries } from "../deliveries/sql";
import {
  interpretKept,
  refusedInterpretation,
  sizeKept,
  unreadMessage,
} from "../interpret/interpret-kept";
import { journal } from "../journal/open-journal";
import { acceptedAtOf } from "../journal/sequence";
import { unpackBody } from "../store/packed-body";
import { isolatePoison, probeLedger } from "../store/store-deliveries";
import {
  type DeliveryFilter,
  firstDeliveryPage,
  parseDeliveryQuery,
  writeDeliveryQuery,
} from "../views/delivery-log";
import type { RereadRefusal, RereadView } from "../views/views";
import { type Rereading, rereadDeliveries, rereadLong } from "./reread-deliveries";
import {
  advanceJob,
  type ClaimedJob,
  claimJob,
  finishJob,
  type KeptRow,
  noteFault,
  type RereadTally,
  readNext,
  readOne,
  releaseClaims,
  renewClaim,
} from "./sql";

/** Asks for every delivery that matches now to be read again. One re-reading is open at a time. */
export async function beginReread(
  filter: DeliveryFilter,
  timeZone: string,
  startedBy: string,
): Promise<RereadRefusal> {
  const { count, isMore } = await countDeliveries(filter, timeZone, mostCounted);
  if (count === 0) return "nothing-matches";
  const newest = await db().delivery.findFirst({
    select: { acceptedSeq: true },
    orderBy: { acceptedSeq: "desc" },
  });
  const now = new Date();
  try {
    await db().rereadJob.create({
      data: {
        id: randomUUID(),
        state: "running",
        isOpen: true,
        filter: writeDeliveryQuery({ filter, page: firstDeliveryPage }).toString(),
        timeZone,
        lastSeq: newest?.acceptedSeq ?? 0n,
        total: isMore ? null : count,
        startedBy,
        startedAt: now,
        updatedAt: now,
      },
    });
    return null;
  } catch (error) {
    if (isDuplicateKey(error)) return "another-is-open";
    throw error;
  }
}

/** It keeps its place. False: it is not running. */
export async function stopReread(id: string): Promise<boolean> {
  return change(id, "running", { state: "stopped" });
}

/** It goes on from its place. False: it is not stopped. */
export async function resumeReread(id: string): Promise<boolean> {
  return change(id, "stopped", { state: "running", claimedBy: null, claimedUntil: null });
}

/** What it has read stays read. False: it is not stopped. */
export async function discardReread(id: string): Promise<boolean> {
  return change(id, "stopped", { state: "discarded", isOpen: null });
}

/** The one that is open, or else the last; null: there was none. */
export async function getReread(): Promise<RereadView | null> {
  const job = await db().rereadJob.findFirst({ orderBy: { startedAt: "desc" } });
  return (
    job && {
      id: job.id,
      state: job.state,
      filter: parseDeliveryQuery(new URLSearchParams(job.filter)).filter,
      total: job.total,
      readCount: job.readCount,
      releasedCount: job.releasedCount,
      heldCount: job.heldCount,
      skippedCount: job.skippedCount,
      fault: job.fault,
      startedAt: job.startedAt.toISOString(),
      updatedAt: job.updatedAt.toISOString(),
    }
  );
}

/** Beyond it progress is told by what has been read alone. */
const mostCounted = 1_000_000;

async function change(
  id: string,
  from: RereadView["state"],
  data: Prisma.RereadJobUpdateManyMutationInput,
): Promise<boolean> {
  const changed = await db().rereadJob.updateMany({
    where: { id, state: from },
    data: { ...data, fault: null, updatedAt: new Date() },
  });
  return changed.count === 1;
}

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
  const { filter } = parseDeliveryQuery(new URLSearchParams(job.filter));
  const where = buildDeliveryWhere(filter, job.timeZone);
  const kept = await readNext(pool, job, { where, unread, ...batch });
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
  const kept = await readOne(pool, { id, acceptedOn });
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
const batch = { deliveries: 25, bytes: 8 * 1024 * 1024 };

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
