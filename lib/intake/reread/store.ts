import "server-only";
import { randomUUID } from "node:crypto";
import { db } from "@/lib/platform/database/db";
import { Prisma } from "@/prisma/client/client";
import { countDeliveries } from "../deliveries/filter/build-delivery-where";
import { type DeliveryFilter, firstDeliveryPage } from "../deliveries/filter/delivery-filter";
import { parseDeliveryQuery, writeDeliveryQuery } from "../deliveries/filter/delivery-filter-url";
import type { RereadRefusal, RereadView } from "../views/views";

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
