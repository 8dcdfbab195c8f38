import "server-only";
import type { Pool } from "pg";
import { log } from "@/lib/ops/log";
import { type ClaimedTask, claimTask, holdTask, runTask } from "@/lib/ops/task-lease";
import { backgroundPool, db } from "@/lib/platform/database/db";
import { prismaOn } from "@/lib/platform/database/transaction";
import { getRetention } from "@/lib/settings/store";
import { acceptedAtOf } from "../journal/sequence";
import type { DropPreview, RetentionView } from "../views/views";
import {
  dayAfter,
  dropDay,
  dropLeftovers,
  lastDayOver,
  listBodyDays,
  mostDays,
  toDay,
} from "./body-days";
import {
  type Drop,
  deleteByDefault,
  emptyOversized,
  findLastByDefault,
  findLastOversized,
  keepFilled,
  mayGo,
  readDatabaseNow,
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
  databaseClock: (pool: Pool) => Promise<Date> = readDatabaseNow,
): Promise<"tidied" | "not-due"> {
  const task = await claimTask(pool, "retention", claimant, restSeconds);
  if (!task) return "not-due";
  const work = async () => {
    const now = await databaseClock(pool);
    return describeDifference(serverNow, now) ?? tidy(pool, task, now);
  };
  return (await runTask(pool, task, work)) ? "tidied" : "not-due";
}

/** Days on which deliveries came were filed by the server's clock, so one that is wrong misleads. */
function describeDifference(serverNow: Date, databaseNow: Date): string | null {
  const minutes = Math.round(Math.abs(serverNow.getTime() - databaseNow.getTime()) / 60_000);
  if (minutes <= mostMinutesApart) return null;
  log().warn({ minutes }, "raw payloads are not deleted: the clocks of server and database differ");
  return `the clocks of this server and its database differ by ${minutes} minutes`;
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
  const { days } = await listBodyDays();
  const over = days.filter(({ acceptedOn }) => acceptedOn <= lastDay);
  const busy: string[] = [];
  let dropped = 0;
  for (const day of over) {
    if (dropped === mostDays) break;
    const outcome = await dropDay(pool, task, day, drop);
    if (outcome === "busy") busy.push(day.acceptedOn);
    if (outcome !== "dropped") continue;
    dropped++;
    log().info({ day, retentionDays }, "raw payloads of a day were deleted");
  }
  const deleted = await tidyDefaultPartition(pool, task, lastDay, drop);
  const emptied = await tidyOversizedBodies(pool, task, lastDay);
  if (deleted + emptied > 0) log().info({ deleted, emptied }, "single raw payloads were deleted");
  const faults = busy.length > 0 ? [`${busy.join(", ")}: in use`] : [];
  if (dropped === mostDays) faults.push(`at most ${mostDays} days go at a time`);
  return faults.join("; ") || null;
}

/** The UTC day of the delivery that was accepted last; null before the first one. */
async function readNewestDay(pool: Pool): Promise<string | null> {
  const seq = await readNewestSeq(pool);
  return seq === null ? null : toDay(acceptedAtOf(seq));
}

const leapFault = "all that is kept would be over the limit; nothing goes until a newer event came";
const mostMinutesApart = 2;

/** Deletes what is over the limit where no day has a partition of its own. @throws {LostLease} */
async function tidyDefaultPartition(
  pool: Pool,
  task: ClaimedTask,
  lastDay: string,
  drop: Drop,
): Promise<number> {
  const may = mayGo(await readNeed(prismaOn(pool)));
  const until = await findLastByDefault(pool, lastDay, { may, most: mostDays });
  let deleted = 0;
  for (let count = atOnce; count === atOnce; deleted += count) {
    await holdTask(prismaOn(pool), task);
    count = await deleteByDefault(pool, until, { may, most: atOnce }, drop);
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

/** How much is kept, day by day, and when it was last tidied. */
export async function getRetentionView(now: Date): Promise<RetentionView> {
  const [{ days }, partitions, upkeep] = await Promise.all([
    getRetention(),
    listBodyDays(),
    db().upkeep.findUnique({ where: { task: "retention" } }),
  ]);
  const filled = await keepFilled(partitions.days.map(({ acceptedOn }) => acceptedOn));
  const lastDay = days === null ? "" : lastDayOver(days, now);
  const kept = partitions.days
    .filter(({ acceptedOn }) => filled.has(acceptedOn))
    .map(({ acceptedOn, bytes }) => ({ acceptedOn, bytes, isOverLimit: acceptedOn <= lastDay }));
  return {
    days,
    kept: kept.toReversed(),
    totalBytes: kept.reduce((sum, { bytes }) => sum + bytes, 0) + partitions.defaultBytes,
    unpartitionedBytes: partitions.defaultBytes,
    tidiedAt: upkeep?.finishedAt?.toISOString() ?? null,
    fault: upkeep?.fault ?? null,
  };
}

/** What would be dropped at once under a limit. */
export async function previewDrop(retentionDays: number, now: Date): Promise<DropPreview> {
  const lastDay = lastDayOver(retentionDays, now);
  const { days } = await listBodyDays();
  const over = days.filter(({ acceptedOn }) => acceptedOn <= lastDay);
  const may = mayGo(await readNeed(prismaOn(backgroundPool())));
  const going = await keepFilled(
    over.map(({ acceptedOn }) => acceptedOn),
    may,
  );
  const held = await sumHeld([...going]);
  const bytes = over
    .filter(({ acceptedOn }) => going.has(acceptedOn))
    .reduce((sum, day) => sum + day.bytes, 0);
  return {
    days: going.size,
    bytes: Math.max(0, bytes - held.bytes),
    heldBack: held.count,
  };
}
