import "server-only";
import type { Pool } from "pg";
import { z } from "zod";
import { type Database, prismaOn } from "@/lib/platform/database/transaction";
import { newTopic } from "@/lib/platform/process/topic";
import { Prisma } from "@/prisma/client/client";

/** Work that one process at a time does now and then. */
export type Task =
  | ("retention" | "count-anew" | "verify-counts" | "read-signs" | "mend-marks")
  | (
      | "audio-usage"
      | "audio-retention"
      | "audio-proof"
      | "audio-source"
      | "audio-measure"
      | "audio-retry"
    );
const lease = newLease({
  ...{ table: "upkeep", holder: "claimed_by", until: "claimed_until", lasts: "1 minute" },
});

export type ClaimedTask = { task: Task; claimant: string };

/**
 * Takes a task that was not finished for some time, for this process alone until it has been silent
 * for a minute. Undefined: it isn't due, or another process has it. One that ended later than now, by more
 * than its rest, is due: the database's clock was set back.
 */
export async function claimTask(
  pool: Pool,
  task: Task,
  claimant: string,
  restSeconds: number,
): Promise<ClaimedTask | undefined> {
  const rest = Prisma.sql`${restSeconds} * interval '1 second'`;
  const count = await prismaOn(pool).$executeRaw`
    INSERT INTO upkeep AS kept (task, ${lease.columns}) VALUES (${task}, ${lease.values(claimant)})
    ON CONFLICT (task) DO UPDATE SET ${lease.taken(claimant)}
    WHERE ${lease.isFreeFor(claimant, "kept.")}
      AND (kept.finished_at IS NULL
        OR kept.finished_at <= now() - ${rest} OR kept.finished_at > now() + ${rest})`;
  if (count === 1) return { task, claimant };
  await lease.shorten(prismaOn(pool), Prisma.sql`task = ${task}`);
  return undefined;
}

/** Keeps it for another minute; in a transaction, nobody else can have it before the end. @throws {LostLease} */
export async function holdTask(client: Database, { task, claimant }: ClaimedTask): Promise<void> {
  await lease.renew(client, claimant, Prisma.sql`task = ${task}`);
}

/** @param fault why it did not come to its end; it is tried again all the same after its rest */
export async function finishTask(
  pool: Pool,
  { task, claimant }: ClaimedTask,
  fault: string | null,
): Promise<void> {
  await prismaOn(pool).$executeRaw`
    UPDATE upkeep SET fault = ${fault?.slice(0, 300) ?? null}, finished_at = now(), ${lease.givenUp}
    WHERE task = ${task} AND ${lease.isHeldBy(claimant)}`;
}

/**
 * Does the work of a claimed task and notes how it ended.
 * @param work resolves with why it could not do all; null: it did
 * @returns false: it was broken off, or another process has the task now; the next one does it
 * @throws what the work throws, which is noted
 */
export async function runTask(
  pool: Pool,
  task: ClaimedTask,
  work: () => Promise<string | null>,
  signal?: AbortSignal,
): Promise<boolean> {
  try {
    const fault = await work();
    if (signal?.aborted) return false;
    await finishTask(pool, task, fault);
    return true;
  } catch (error) {
    if (error instanceof LostLease || signal?.aborted) return false;
    const fault = error instanceof Error ? error.message : String(error);
    await finishTask(pool, task, fault).catch(() => undefined);
    throw error;
  }
}

/** Leaves it to whoever is next, without the minute's wait. */
export async function releaseTasks(pool: Pool, claimant: string): Promise<void> {
  await lease.giveUp(prismaOn(pool), claimant);
}

/** Something is due. */
export const upkeepWanted = newTopic("upkeep-wanted", z.literal(true));

/** Makes it due at once, in whichever process comes first. */
export async function askForTask(pool: Pool, task: Task): Promise<void> {
  await prismaOn(pool).$executeRaw`UPDATE upkeep SET finished_at = NULL WHERE task = ${task}`;
  upkeepWanted.publish(true);
}

/** Whoever had this lease has it no more: it is over, or another one's. Nothing more may be written. */
export class LostLease extends Error {
  override name = "LostLease";
  override message = "it is over, or another process has it";
}

/**
 * `holder` is the column of who has it, null where nobody does; `lasts`, as PostgreSQL writes an interval,
 * how long others leave it alone while its holder is silent. `until` is the column of the instant up to
 * which they do, `since` of when it was taken or renewed.
 */
type Leased = { table: string; holder: string; lasts: string } & (
  | { until: string }
  | { since: string }
);

/**
 * How a lease in the rows of a table is taken, renewed and given up: for a while from now on, by the
 * database's clock; whoever comes after that may take it. Where that clock leaps forward, two may believe that
 * they hold it until the former one renews; where it was set back, whoever comes shortens it first.
 */
export function newLease(leased: Leased) {
  const { raw, sql } = Prisma;
  const [table, holder] = [raw(leased.table), raw(leased.holder)];
  const lasts = `interval '${leased.lasts}'`;
  const instant = "until" in leased ? leased.until : leased.since;
  const [next, past] =
    "until" in leased ? [`now() + ${lasts}`, "now()"] : ["now()", `now() - ${lasts}`];
  const isHeldBy = (by: string) => sql`${holder} = ${by}::uuid`;
  const isSilent = (row = "") => raw(`${row}${instant} < ${past}`);
  return {
    /** The columns of an INSERT that takes it, and their values. */
    columns: raw(`${leased.holder}, ${instant}`),
    values: (by: string) => sql`${by}::uuid, ${raw(next)}`,
    /** What an UPDATE sets that takes it. */
    taken: (by: string) => sql`${holder} = ${by}::uuid, ${raw(instant)} = ${raw(next)}`,
    /** What one sets that gives it up. */
    givenUp: raw(`${leased.holder} = NULL, ${instant} = NULL`),
    isHeldBy,
    /** Whether its holder was silent for too long. @param row the name of its row, with a dot */
    isSilent,
    /** Whether this one may take it. */
    isFreeFor: (by: string, row = "") => sql`
      (${raw(row)}${holder} IS NULL OR ${raw(row)}${isHeldBy(by)} OR ${isSilent(row)})`,
    /** Renews the one of these rows, and sets what else is to be set. @throws {LostLease} */
    renew: async (client: Database, by: string, rows: Prisma.Sql, besides = Prisma.empty) => {
      const count = await client.$executeRaw`
        UPDATE ${table} SET ${raw(instant)} = ${raw(next)} ${besides}
        WHERE ${isHeldBy(by)} AND ${rows}`;
      if (count !== 1) throw new LostLease();
    },
    /**
     * Leaves it to its holder for no longer than from now on: it was told an instant that is farther away, by
     * a clock that was set back since. A holder that lives renews it as ever.
     */
    shorten: async (client: Database, rows: Prisma.Sql): Promise<void> => {
      await client.$executeRaw`
        UPDATE ${table} SET ${raw(instant)} = ${raw(next)}
        WHERE ${holder} IS NOT NULL AND ${raw(instant)} > ${raw(next)} AND ${rows}`;
    },
    /** Leaves all of these rows that it has to whoever is next, without their wait. */
    giveUp: async (client: Database, by: string, rows = sql`true`) => {
      await client.$executeRaw`
        UPDATE ${table} SET ${holder} = NULL, ${raw(instant)} = NULL WHERE ${isHeldBy(by)} AND ${rows}`;
    },
  };
}
