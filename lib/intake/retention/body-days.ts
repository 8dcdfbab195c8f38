import "server-only";
import type { Pool } from "pg";
import { type ClaimedTask, holdTask } from "@/lib/ops/task-lease";
import { db } from "@/lib/platform/database/db";
import {
  type Database,
  inTransaction,
  prismaOn,
  type Transaction,
} from "@/lib/platform/database/transaction";
import { sqlStateOf } from "@/lib/platform/faults";
import { Prisma } from "@/prisma/client/client";
import { buildDeliveryWhere } from "../deliveries/sql";
import { lastId } from "../reread/sql";
import { parseDeliveryQuery } from "../views/delivery-log";

/** A day's raw bytes, in a partition of their own. */
type BodyDay = { acceptedOn: string; table: string; bytes: number };

/** The days that have a partition, the oldest first, and the size of the default partition. */
export async function listBodyDays(): Promise<{ days: BodyDay[]; defaultBytes: number }> {
  const rows = await db().$queryRaw<{ table: string; bounds: string; bytes: bigint }[]>`
    SELECT relname::text AS table, pg_get_expr(relpartbound, pg_class.oid) AS bounds,
            pg_total_relation_size(pg_class.oid) AS bytes
    FROM pg_inherits JOIN pg_class ON pg_class.oid = inhrelid
    WHERE inhparent = 'delivery_body'::regclass`;
  const days = rows.flatMap(({ table, bounds, bytes }): BodyDay[] => {
    const acceptedOn = /^FOR VALUES FROM \('(\d{4}-\d{2}-\d{2})'\)/.exec(bounds)?.[1];
    return acceptedOn ? [{ acceptedOn, table, bytes: Number(bytes) }] : [];
  });
  const byDefault = rows.find(({ bounds }) => bounds === "DEFAULT");
  return {
    days: days.toSorted((one, other) => one.acceptedOn.localeCompare(other.acceptedOn)),
    defaultBytes: Number(byDefault?.bytes ?? 0),
  };
}

/** The database's own clock: what is dropped is gone, so no clock of a server says when. */
export async function readDatabaseNow(pool: Pool): Promise<Date> {
  const rows = await prismaOn(pool).$queryRaw<{ now: Date }[]>`SELECT now() AS now`;
  return rows[0]?.now ?? new Date(0);
}

/** How far this machine's clock is ahead of the database's, in milliseconds. */
export async function measureClockOffset(pool: Pool): Promise<number> {
  const askedMs = Date.now();
  const rows = await prismaOn(pool).$queryRaw<{ ms: number }[]>`
    SELECT extract(epoch FROM clock_timestamp())::float * 1000 AS ms`;
  return (askedMs + Date.now()) / 2 - (rows[0]?.ms ?? Number.NaN);
}

/** The last UTC day that is over the limit as a whole. */
export function lastDayOver(retentionDays: number, now: Date): string {
  return toDay(now.getTime() - (retentionDays + 1) * oneDayMs);
}

export function dayAfter(day: string): string {
  return toDay(Date.parse(`${day}T00:00:00Z`) + oneDayMs);
}

/** So many days go in one run, so that a clock that is wrong is noticed before all are gone. */
export const mostDays = 7;

const oneDayMs = 86_400_000;

export function toDay(instantMs: number): string {
  return new Date(instantMs).toISOString().slice(0, 10);
}

export type Drop = { retentionDays: number; droppedAt: Date };

/**
 * Drops the bytes of a day by dropping its partition. What is still needed is copied first and takes
 * the partition's place, so that at no moment any of it is missing. The table of all bytes is locked
 * only for the exchange, and nobody waits for that longer than a moment: rather it comes later.
 * Returns what became of it. @throws {LostLease}
 */
export async function dropDay(
  pool: Pool,
  task: ClaimedTask,
  day: BodyDay,
  drop: Drop,
): Promise<"dropped" | "needed" | "busy"> {
  const need = await readNeed(prismaOn(pool));
  const table = Prisma.raw(day.table);
  const may = mayGo(need);
  if (!(await exists(prismaOn(pool), Prisma.sql`SELECT FROM ${table} AS kept WHERE ${may}`))) {
    const isEmpty = !(await exists(prismaOn(pool), Prisma.sql`SELECT FROM ${table}`));
    if (!isEmpty) return "needed";
  }
  const rest = await copyNeeded(pool, task, day, may);
  for (let attempt = 1; attempt <= maxAttempts; attempt++) {
    await holdTask(prismaOn(pool), task);
    try {
      return await exchange(pool, task, day, rest, drop);
    } catch (error) {
      if (!busyStates.has(sqlStateOf(error) ?? "")) throw error;
      await new Promise((resolve) => setTimeout(resolve, pauseMs));
    }
  }
  return "busy";
}

/** Forgets copies whose exchange never came, because a process died before it. */
export async function dropLeftovers(pool: Pool): Promise<void> {
  const rows = await prismaOn(pool).$queryRaw<{ name: string }[]>`
    SELECT relname AS name FROM pg_class
    WHERE relname ~ '^delivery_body_[0-9]{8}_rest$' AND relkind = 'r' AND NOT relispartition
      AND pg_table_is_visible(oid)`;
  for (const { name } of rows)
    await prismaOn(pool).$executeRaw`DROP TABLE IF EXISTS ${Prisma.raw(name)}`;
}

const maxAttempts = 5;
const pauseMs = 400;
/** Not locked in time, not done in time, deadlock. */
const busyStates = new Set(["55P03", "57014", "40P01"]);
const copiedAtOnce = 100;

/** The name of the table that holds what is needed of a day, while it is not in its place yet. */
function restOf({ table }: BodyDay): string {
  return `${table}_rest`;
}

/** Null: nothing of the day is needed. */
async function copyNeeded(
  pool: Pool,
  task: ClaimedTask,
  day: BodyDay,
  may: Prisma.Sql,
): Promise<string | null> {
  const rest = restOf(day);
  await prismaOn(pool).$executeRaw`DROP TABLE IF EXISTS ${Prisma.raw(rest)}`;
  const table = Prisma.raw(day.table);
  if (!(await exists(prismaOn(pool), Prisma.sql`SELECT FROM ${table} AS kept WHERE NOT ${may}`)))
    return null;
  // The check spares the exchange the look at each row.
  await prismaOn(pool).$executeRaw`
      CREATE TABLE ${Prisma.raw(rest)} (LIKE delivery_body INCLUDING ALL, CONSTRAINT of_its_day
      CHECK (accepted_on >= '${Prisma.raw(day.acceptedOn)}' AND accepted_on < '${Prisma.raw(dayAfter(day.acceptedOn))}'))`;
  let after: string | null = firstId;
  while (after !== null) {
    await holdTask(prismaOn(pool), task);
    after = await copyNext(pool, { from: table, to: Prisma.raw(rest) }, after, may);
  }
  return rest;
}

/** Returns the last id that was copied; null when there were none left. */
async function copyNext(
  pool: Pool,
  tables: { from: Prisma.Sql; to: Prisma.Sql },
  after: string,
  may: Prisma.Sql,
): Promise<string | null> {
  const rows = await prismaOn(pool).$queryRaw<{ last: string | null }[]>`
    WITH copied AS (
      INSERT INTO ${tables.to}
      SELECT * FROM ${tables.from} AS kept WHERE id > ${after}::uuid AND NOT ${may}
      ORDER BY id LIMIT ${copiedAtOnce} RETURNING id
    ) SELECT max(id::text) AS last FROM copied`;
  return rows[0]?.last ?? null;
}

const firstId = "00000000-0000-0000-0000-000000000000";

async function exchange(
  pool: Pool,
  task: ClaimedTask,
  day: BodyDay,
  rest: string | null,
  drop: Drop,
): Promise<"dropped" | "busy"> {
  // Each statement sees what was committed before it, once the lock is held.
  return inTransaction(
    pool,
    async (client) => {
      await client.$executeRaw`SET LOCAL lock_timeout = '150ms'; SET LOCAL statement_timeout = '1s'`;
      await holdTask(client, task);
      await client.$executeRaw`LOCK TABLE delivery_body IN ACCESS EXCLUSIVE MODE`;
      if (await isNeededMissing(client, day, rest)) return "busy";
      await replacePartition(client, day, rest, drop);
      return "dropped";
    },
    "READ COMMITTED",
  );
}

/** Whether something that was not copied is needed by now. */
async function isNeededMissing(
  client: Transaction,
  day: BodyDay,
  rest: string | null,
): Promise<boolean> {
  const copied = rest
    ? Prisma.sql`AND NOT EXISTS (SELECT FROM ${Prisma.raw(rest)} AS rest WHERE rest.id = delivery.id)`
    : Prisma.empty;
  return exists(
    client,
    Prisma.sql`SELECT FROM delivery
      WHERE accepted_on = ${day.acceptedOn}::date AND ${await readNeed(client)} ${copied}
        AND EXISTS (SELECT FROM ${Prisma.raw(day.table)} AS kept WHERE kept.id = delivery.id)`,
  );
}

async function replacePartition(
  client: Transaction,
  { table, acceptedOn }: BodyDay,
  rest: string | null,
  { droppedAt, retentionDays }: Drop,
): Promise<void> {
  await client.$executeRaw`
    ALTER TABLE delivery_body DETACH PARTITION ${Prisma.raw(table)}`;
  await client.$executeRaw`DROP TABLE ${Prisma.raw(table)}`;
  if (rest) {
    await client.$executeRaw`
      ALTER TABLE ${Prisma.raw(rest)} RENAME TO ${Prisma.raw(table)}`;
    await client.$executeRaw`
        ALTER TABLE delivery_body ATTACH PARTITION ${Prisma.raw(table)}
        FOR VALUES FROM ('${Prisma.raw(acceptedOn)}') TO ('${Prisma.raw(dayAfter(acceptedOn))}')`;
    await client.$executeRaw`ALTER TABLE ${Prisma.raw(table)} DROP CONSTRAINT of_its_day`;
  }
  await client.$executeRaw`
    INSERT INTO body_drop (accepted_on, dropped_at, retention_days) VALUES (${acceptedOn}, ${droppedAt}, ${retentionDays})
    ON CONFLICT DO NOTHING`;
}

async function exists(client: Database, query: Prisma.Sql): Promise<boolean> {
  const rows = await client.$queryRaw<{ found: boolean }[]>`SELECT EXISTS (${query}) AS found`;
  return rows[0]?.found ?? false;
}

/** Which deliveries, as columns of `delivery`, still need their bytes. */
type Need = Prisma.Sql;

/** What is held back comes only once; and what is being read again is to be found. */
export async function readNeed(client: Database): Promise<Need> {
  const held = Prisma.sql`outcome = 'quarantined'`;
  const rows = await client.$queryRaw<JobRow[]>`
    SELECT filter, time_zone, cursor_seq, cursor_id, last_seq FROM reread_job WHERE is_open`;
  const [job] = rows;
  if (!job) return held;
  const { filter } = parseDeliveryQuery(new URLSearchParams(job.filter));
  return Prisma.sql`(${held} OR (
    (accepted_seq, delivery.id) > (${job.cursor_seq}, ${job.cursor_id ?? lastId}::uuid)
    AND accepted_seq <= ${job.last_seq}
    AND ${buildDeliveryWhere(filter, job.time_zone)}))`;
}

/** Whether a row of bytes, under the name `kept`, may go: its delivery is known to need it no more. */
export function mayGo(need: Need): Prisma.Sql {
  return Prisma.sql`EXISTS (
    SELECT FROM delivery
    WHERE delivery.id = kept.id AND delivery.accepted_on = kept.accepted_on AND NOT ${need})`;
}

type JobRow = {
  filter: string;
  time_zone: string;
  cursor_seq: bigint;
  cursor_id: string | null;
  last_seq: bigint;
};
