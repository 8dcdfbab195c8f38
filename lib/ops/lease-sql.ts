import "server-only";
import type { Pool } from "pg";
import { type Database, prismaOn } from "@/lib/platform/database/transaction";
import { Prisma } from "@/prisma/client/client";

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
    /** Whether nobody has it. */
    isFree: sql`(${holder} IS NULL OR ${isSilent()})`,
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
    /** Leaves all of these rows that it has to whoever is next, without their wait, and sets what else is to be set. */
    giveUp: async (client: Database, by: string, rows = sql`true`, besides = Prisma.empty) => {
      await client.$executeRaw`
        UPDATE ${table} SET ${holder} = NULL, ${raw(instant)} = NULL ${besides}
        WHERE ${isHeldBy(by)} AND ${rows}`;
    },
  };
}

/** The lease of a task of the upkeep. */
export const taskLease = newLease({
  table: "upkeep",
  holder: "claimed_by",
  until: "claimed_until",
  lasts: "1 minute",
});

export function isTask(task: string): Prisma.Sql {
  return Prisma.sql`task = ${task}`;
}

/** Takes a task that is due. @returns false: it isn't, or another process has it */
export async function takeTask(
  client: Database,
  task: string,
  claimant: string,
  restSeconds: number,
): Promise<boolean> {
  const rest = Prisma.sql`${restSeconds} * interval '1 second'`;
  const count = await client.$executeRaw`
    INSERT INTO upkeep AS kept (task, ${taskLease.columns})
    VALUES (${task}, ${taskLease.values(claimant)})
    ON CONFLICT (task) DO UPDATE SET ${taskLease.taken(claimant)}
    WHERE ${taskLease.isFreeFor(claimant, "kept.")}
      AND (kept.finished_at IS NULL
        OR kept.finished_at <= now() - ${rest} OR kept.finished_at > now() + ${rest})`;
  return count === 1;
}

/** @param fault why it did not come to its end; it is tried again all the same after its rest */
export async function finishTask(
  pool: Pool,
  { task, claimant }: { task: string; claimant: string },
  fault: string | null,
): Promise<void> {
  await prismaOn(pool).$executeRaw`
    UPDATE upkeep SET fault = ${fault?.slice(0, 300) ?? null}, finished_at = now(),
      ${taskLease.givenUp}
    WHERE ${isTask(task)} AND ${taskLease.isHeldBy(claimant)}`;
}
