import "server-only";
import { randomUUID } from "node:crypto";
import type { Pool } from "pg";
import { newLease } from "@/lib/ops/task-lease";
import { db } from "@/lib/platform/database/db";
import { prismaOn, type Transaction } from "@/lib/platform/database/transaction";
import { Prisma } from "@/prisma/client/client";
import { countDeliveries } from "../deliveries/log/list-deliveries";
import {
  type DeliveryFilter,
  firstDeliveryPage,
  parseDeliveryQuery,
  writeDeliveryQuery,
} from "../views/delivery-filter";
import type { RereadRefusal, RereadView } from "../views/views";
import type { RereadTally } from "./reread-deliveries";

/** Asks for every delivery that matches now to be read again. One re-reading is open at a time. */
export async function beginReread(
  filter: DeliveryFilter,
  timeZone: string,
  startedBy: string,
): Promise<RereadRefusal> {
  const { count, isMore } = await countDeliveries(filter, timeZone, mostCounted);
  if (count === 0) return "nothing-matches";
  const newest = await db().delivery.aggregate({ _max: { acceptedSeq: true } });
  const now = new Date();
  try {
    await db().rereadJob.create({
      data: {
        id: randomUUID(),
        state: "running",
        isOpen: true,
        filter: writeDeliveryQuery({ filter, page: firstDeliveryPage }).toString(),
        timeZone,
        lastSeq: newest._max.acceptedSeq ?? 0n,
        total: isMore ? null : count,
        startedBy,
        startedAt: now,
        updatedAt: now,
      },
    });
    return null;
  } catch (error) {
    if (error instanceof Prisma.PrismaClientKnownRequestError && error.code === "P2002") {
      return "another-is-open";
    }
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

/** A re-reading that this process works on. */
export type ClaimedJob = {
  id: string;
  claimedBy: string;
  /** The log's parameters, and the zone of their days. */
  filter: string;
  timeZone: string;
  /** The last delivery that was read. */
  cursor: Cursor;
  lastSeq: bigint;
};

/** Sequence and id of a delivery. */
export type Cursor = { seq: bigint; id: string };

const lease = newLease({
  ...{ table: "reread_job", holder: "claimed_by", until: "claimed_until", lasts: "1 minute" },
});

/**
 * The open job, for this process alone until it has been silent for a minute; undefined when there
 * is none to do.
 */
export async function claimJob(pool: Pool, claimant: string): Promise<ClaimedJob | undefined> {
  const rows = await prismaOn(pool).$queryRaw<JobRow[]>`
    UPDATE reread_job SET ${lease.taken(claimant)}
    WHERE is_open AND state = 'running'
      AND ${lease.isFreeFor(claimant)}
    RETURNING id, filter, time_zone, cursor_seq, cursor_id, last_seq`;
  const [row] = rows;
  if (!row) await lease.shorten(prismaOn(pool), Prisma.sql`is_open`);
  return (
    row && {
      id: row.id,
      claimedBy: claimant,
      filter: row.filter,
      timeZone: row.time_zone,
      cursor: { seq: row.cursor_seq, id: row.cursor_id ?? lastId },
      lastSeq: row.last_seq,
    }
  );
}

/**
 * Keeps the job while a long delivery of it is read.
 * @throws {LostLease}
 */
export async function renewClaim(pool: Pool, { id, claimedBy }: ClaimedJob): Promise<void> {
  await lease.renew(prismaOn(pool), claimedBy, Prisma.sql`id = ${id}::uuid AND state = 'running'`);
}

/**
 * Notes how far the job is, in the transaction that reads: so each delivery is counted once.
 * @throws {LostLease}
 */
export async function advanceJob(
  client: Transaction,
  { id, claimedBy }: ClaimedJob,
  { cursor, read, released, held, skipped }: RereadTally & { cursor: Cursor; read: number },
): Promise<void> {
  await lease.renew(
    client,
    claimedBy,
    Prisma.sql`id = ${id}::uuid AND state = 'running'
      AND (cursor_seq, coalesce(cursor_id, ${lastId}::uuid)) < (${cursor.seq}, ${cursor.id}::uuid)`,
    Prisma.sql`, cursor_seq = ${cursor.seq}, cursor_id = ${cursor.id}::uuid,
      read_count = read_count + ${read}, released_count = released_count + ${released},
      held_count = held_count + ${held}, skipped_count = skipped_count + ${skipped},
      fault = NULL, updated_at = now()`,
  );
}

export async function finishJob(pool: Pool, { id, claimedBy }: ClaimedJob): Promise<void> {
  await prismaOn(pool).$executeRaw`
    UPDATE reread_job SET state = 'done', is_open = NULL, fault = NULL, updated_at = now()
    WHERE id = ${id} AND ${lease.isHeldBy(claimedBy)} AND state = 'running'`;
}

/** Says on the job why it doesn't get on. */
export async function noteFault(pool: Pool, claimant: string, fault: string): Promise<void> {
  await prismaOn(pool).$executeRaw`
    UPDATE reread_job SET fault = ${fault.slice(0, 300)}
    WHERE is_open AND state = 'running' AND ${lease.isHeldBy(claimant)}`;
}

/** Leaves the job to whoever is next, without the minute's wait. */
export async function releaseClaims(pool: Pool, claimant: string): Promise<void> {
  await lease.giveUp(prismaOn(pool), claimant, Prisma.sql`is_open`);
}

/** Behind all deliveries of a sequence. */
export const lastId = "ffffffff-ffff-ffff-ffff-ffffffffffff";

type JobRow = {
  id: string;
  filter: string;
  time_zone: string;
  cursor_seq: bigint;
  cursor_id: string | null;
  last_seq: bigint;
};
