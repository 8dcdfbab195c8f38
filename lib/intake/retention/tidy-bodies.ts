import "server-only";
import type { Pool } from "pg";
import { readDatabaseNow } from "@/lib/ops/clock-sql";
import { log } from "@/lib/ops/log";
import { type ClaimedTask, claimTask, holdTask, runTask } from "@/lib/ops/task-lease";
import { db } from "@/lib/platform/database/db";
import { prismaOn } from "@/lib/platform/database/transaction";
import { describeApart } from "@/lib/platform/process/event-clock";
import { getRetention } from "@/lib/settings/store";
import { acceptedAtOf } from "../journal/sequence";
import { toDay } from "../store/delivery-ranges";
import { listPartitions } from "../store/partitions-sql";
import type { DropPreview, RetentionView } from "../views/views";
import {
  dayAfter,
  dropLeftovers,
  dropRange,
  lastDayOver,
  listDaysOf,
  mostDays,
} from "./body-ranges";
import {
  type Drop,
  deleteNext,
  emptyOversized,
  findLastByDefault,
  findLastOversized,
  firstId,
  keepFilled,
  mayGo,
  readNeed,
  readNewestSeq,
  sumHeld,
} from "./sql";

/** Between two tidyings, whichever process does them. */
const restSeconds = 3_600;

/**
 * Drops the raw bytes that are over the limit and that nothing needs any more, if that is due and
 * nobody else does it. Deliveries themselves stay. Idempotent; a run that ends early is made good by
 * the next. It goes by the database's clock, and drops nothing while that of the server differs much.
 */
export async function tidyBodies(
  pool: Pool,
  claimant: string,
  serverNow: Date,
  databaseClock = () => readDatabaseNow(prismaOn(pool)),
): Promise<"tidied" | "not-due"> {
  const task = await claimTask(pool, "retention", claimant, restSeconds);
  if (!task) return "not-due";
  const work = async () => {
    const now = await databaseClock();
    // Days on which deliveries came were filed by the server's clock, so one that is wrong misleads.
    const fault = describeApart(serverNow, now);
    if (fault === null) return tidy(pool, task, now);
    log().warn({ fault }, "raw payloads are not deleted");
    return fault;
  };
  return (await runTask(pool, task, work)) ? "tidied" : "not-due";
}

/** Why not all went that is over the limit; null: all did. */
async function tidy(pool: Pool, task: ClaimedTask, now: Date): Promise<string | null> {
  await dropLeftovers(pool);
  let applied: number | null;
  let fault: string | null;
  // A setting that changes meanwhile is applied at once.
  do {
    applied = (await getRetention()).days;
    fault = applied === null ? null : await dropDays(pool, task, applied, now);
  } while ((await getRetention()).days !== applied);
  return fault;
}

async function dropDays(
  pool: Pool,
  task: ClaimedTask,
  retentionDays: number,
  now: Date,
): Promise<string | null> {
  const lastDay = lastDayOver(retentionDays, now);
  // A clock that leapt ahead says so of everything that there is.
  const newestDay = await readNewestDay(pool);
  if (newestDay === null) return null;
  if (lastDay >= newestDay) return leapFault;
  const drop = { retentionDays, droppedAt: now };
  const { busy, ...done } = await dropPartitions(pool, task, lastDay, drop);
  const byDefault = await tidyDefaultPartition(pool, task, lastDay, drop);
  const deleted = done.deleted + byDefault;
  const emptied = await tidyOversizedBodies(pool, task, lastDay);
  if (deleted + emptied > 0) log().info({ deleted, emptied }, "single raw payloads were deleted");
  const faults = busy.length > 0 ? [`${busy.join(", ")}: in use`] : [];
  if (done.days === mostDays) faults.push(`at most ${mostDays} days go at a time`);
  return faults.join("; ") || null;
}

type Dropped = {
  /** How many days went. */
  days: number;
  /** How many single rows were deleted. */
  deleted: number;
  /** The first days of the partitions that somebody holds. */
  busy: string[];
};

/**
 * Drops the partitions that are over the limit as a whole, and deletes row by row where only some of the
 * days are, or more of them than may go in one run. @throws {LostLease}
 */
async function dropPartitions(
  pool: Pool,
  task: ClaimedTask,
  lastDay: string,
  drop: Drop,
): Promise<Dropped> {
  const client = prismaOn(pool);
  const { partitions } = await listPartitions(client, "delivery_body");
  const done: Dropped = { days: 0, deleted: 0, busy: [] };
  for (const partition of partitions.filter(({ from }) => from <= lastDay)) {
    if (done.days === mostDays) break;
    const over = listDaysOf(partition, lastDay);
    const going = await keepFilled(client, over, mayGo(await readNeed(client)));
    const some = going.slice(0, mostDays - done.days);
    if (partition.to <= dayAfter(lastDay) && some.length === going.length) {
      const outcome = await dropRange(pool, task, partition, drop);
      if (outcome === "busy") done.busy.push(partition.from);
      if (outcome !== "dropped") continue;
      const { retentionDays } = drop;
      log().info({ partition, retentionDays }, "raw payloads of some days were deleted");
    } else {
      const { table } = partition;
      done.deleted += await deleteUntil(pool, task, { table, until: some.at(-1) ?? null }, drop);
    }
    done.days += some.length;
  }
  return done;
}

/** The UTC day of the delivery that was accepted last; null before the first one. */
async function readNewestDay(pool: Pool): Promise<string | null> {
  const seq = await readNewestSeq(pool);
  return seq === null ? null : toDay(acceptedAtOf(seq));
}

const leapFault = "all that is kept would be over the limit; nothing goes until a newer event came";

/** Deletes what is over the limit where no day has a partition of its own. @throws {LostLease} */
async function tidyDefaultPartition(
  pool: Pool,
  task: ClaimedTask,
  lastDay: string,
  drop: Drop,
): Promise<number> {
  const may = mayGo(await readNeed(prismaOn(pool)));
  const until = await findLastByDefault(pool, lastDay, { may, most: mostDays });
  return deleteUntil(pool, task, { table: "delivery_body_default", until }, drop);
}

/** Deletes what may go up to a day, in slices, the oldest first. @throws {LostLease} */
async function deleteUntil(
  pool: Pool,
  task: ClaimedTask,
  { table, until }: { table: string; until: string | null },
  drop: Drop,
): Promise<number> {
  let deleted = 0;
  let after: string | null = until && firstId;
  while (until && after) {
    await holdTask(prismaOn(pool), task);
    const { count, last } = await deleteNext(pool, table, { after, until, most: atOnce }, drop);
    deleted += count;
    after = last;
  }
  return deleted;
}

/** Of bodies that were too large, their size and hash stay. @throws {LostLease} */
async function tidyOversizedBodies(
  pool: Pool,
  task: ClaimedTask,
  lastDay: string,
): Promise<number> {
  const until = await findLastOversized(pool, dayAfter(lastDay), mostDays);
  if (until === null) return 0;
  let emptied = 0;
  for (let count = atOnce; count === atOnce; emptied += count) {
    await holdTask(prismaOn(pool), task);
    count = await emptyOversized(pool, dayAfter(until), atOnce);
  }
  return emptied;
}

const atOnce = 200;

/** How much is kept, partition by partition, and when it was last tidied. */
export async function getRetentionView(now: Date): Promise<RetentionView> {
  const [{ days }, { partitions, defaultBytes }, upkeep] = await Promise.all([
    getRetention(),
    listPartitions(db(), "delivery_body"),
    db().upkeep.findUnique({ where: { task: "retention" } }),
  ]);
  const filled = await keepFilled(
    db(),
    partitions.flatMap((partition) => listDaysOf(partition)),
  );
  const lastDay = days === null ? "" : lastDayOver(days, now);
  const kept = partitions.flatMap(({ from, to, bytes }) => {
    const [first, ...more] = filled.filter((day) => from <= day && day < to);
    if (!first) return [];
    return [{ from: first, to: more.at(-1) ?? first, bytes, isOverLimit: first <= lastDay }];
  });
  return {
    days,
    keptDays: filled.length,
    kept: kept.toReversed(),
    totalBytes: kept.reduce((sum, { bytes }) => sum + bytes, 0) + defaultBytes,
    unpartitionedBytes: defaultBytes,
    tidiedAt: upkeep?.finishedAt?.toISOString() ?? null,
    fault: upkeep?.fault ?? null,
  };
}

/** What would be dropped at once under a limit. Of a partition that goes in part, bytes are told by its days. */
export async function previewDrop(retentionDays: number, now: Date): Promise<DropPreview> {
  const lastDay = lastDayOver(retentionDays, now);
  const { partitions } = await listPartitions(db(), "delivery_body");
  const over = partitions.filter(({ from }) => from <= lastDay);
  const days = over.flatMap((partition) => listDaysOf(partition));
  const may = mayGo(await readNeed(db()));
  const filled = await keepFilled(db(), days);
  const going = await keepFilled(
    db(),
    days.filter((day) => day <= lastDay),
    may,
  );
  const held = await sumHeld(going);
  const bytes = over.reduce((sum, { from, to, bytes: ofAll }) => {
    const count = (some: string[]) => some.filter((day) => from <= day && day < to).length;
    return sum + (ofAll * count(going)) / Math.max(count(filled), 1);
  }, 0);
  return {
    days: going.length,
    bytes: Math.max(0, bytes - held.bytes),
    heldBack: held.count,
  };
}
