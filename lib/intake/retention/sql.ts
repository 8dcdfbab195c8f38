import "server-only";
import type { Pool } from "pg";
import { db } from "@/lib/platform/database/db";
import {
  type Database,
  inTransaction,
  prismaOn,
  type Transaction,
  toList,
} from "@/lib/platform/database/transaction";
import { Prisma } from "@/prisma/client/client";
import { buildDeliveryWhere } from "../deliveries/sql";
import { firstDeliveryIdOf } from "../journal/sequence";
import { lastId } from "../reread/sql";
import { dayMs } from "../store/delivery-ranges";
import type { DayRange, Partition } from "../store/partitions-sql";
import { parseDeliveryQuery } from "../views/delivery-log";

/** Which deliveries, as columns of `delivery`, still need their bytes. */
type Need = Prisma.Sql;

/** What is held back comes only once; and what is being read again is to be found. */
export async function readNeed(client: Database): Promise<Need> {
  const held = Prisma.sql`outcome = 'quarantined'`;
  const [job] = await client.$queryRaw<JobRow[]>`
    SELECT filter, time_zone, cursor_seq, cursor_id, last_seq FROM reread_job WHERE is_open`;
  if (!job) return held;
  const { filter } = parseDeliveryQuery(new URLSearchParams(job.filter));
  return Prisma.sql`(${held} OR (
    (accepted_seq, delivery.id) > (${job.cursor_seq}, ${job.cursor_id ?? lastId}::uuid)
    AND accepted_seq <= ${job.last_seq}
    AND ${buildDeliveryWhere(filter, job.time_zone)}))`;
}

type JobRow = {
  filter: string;
  time_zone: string;
  cursor_seq: bigint;
  cursor_id: string | null;
  last_seq: bigint;
};

/**
 * Whether a row of bytes, under the name `kept`, may go: its delivery is known to need it no more.
 * @param among what is known of that delivery, and spares the others a look
 */
export function mayGo(need: Need, among = Prisma.sql`true`): Prisma.Sql {
  return Prisma.sql`EXISTS (
    SELECT FROM delivery WHERE ${among}
      AND delivery.id = kept.id AND delivery.accepted_on = kept.accepted_on AND NOT ${need})`;
}

export function mustStay(need: Need): Prisma.Sql {
  return Prisma.sql`NOT ${mayGo(need)}`;
}

/** Whether a partition has any row that fits. */
export async function hasAny(
  client: Database,
  table: string,
  fits = Prisma.sql`true`,
): Promise<boolean> {
  return exists(client, Prisma.sql`SELECT FROM ${Prisma.raw(table)} AS kept WHERE ${fits}`);
}

async function exists(client: Database, query: Prisma.Sql): Promise<boolean> {
  const rows = await client.$queryRaw<{ found: boolean }[]>`SELECT EXISTS (${query}) AS found`;
  return rows[0]?.found ?? false;
}

/** The tables that hold what is needed of a partition, and never took its partition's place. */
export async function listLeftovers(pool: Pool): Promise<string[]> {
  const rows = await prismaOn(pool).$queryRaw<{ name: string }[]>`
    SELECT relname AS name FROM pg_class
    WHERE relname ~ '^delivery_body_[0-9]{8}_rest$' AND relkind = 'r' AND NOT relispartition
      AND pg_table_is_visible(oid)`;
  return rows.map(({ name }) => name);
}

export async function dropTable(pool: Pool, table: string): Promise<void> {
  await prismaOn(pool).$executeRaw`DROP TABLE IF EXISTS ${Prisma.raw(table)}`;
}

/** Makes a table for rows of some days. The check spares the exchange the look at each row. */
export async function createRest(pool: Pool, rest: string, { from, to }: DayRange): Promise<void> {
  await prismaOn(pool).$executeRaw`
    CREATE TABLE ${Prisma.raw(rest)} (LIKE delivery_body INCLUDING ALL, CONSTRAINT of_its_days
    CHECK (accepted_on >= '${Prisma.raw(from)}' AND accepted_on < '${Prisma.raw(to)}'))`;
}

/** Before that of every delivery. */
export const firstId = "00000000-0000-0000-0000-000000000000";

/** Copies the next rows that fit. @returns the last id that was copied; null: there were none left */
export async function copyNext(
  pool: Pool,
  tables: { from: string; to: string },
  { after, most, fits }: { after: string; most: number; fits: Prisma.Sql },
): Promise<string | null> {
  const rows = await prismaOn(pool).$queryRaw<{ last: string | null }[]>`
    WITH copied AS (
      INSERT INTO ${Prisma.raw(tables.to)}
      SELECT * FROM ${Prisma.raw(tables.from)} AS kept WHERE id > ${after}::uuid AND ${fits}
      ORDER BY id LIMIT ${most} RETURNING id
    ) SELECT max(id::text) AS last FROM copied`;
  return rows[0]?.last ?? null;
}

/** So that nobody waits for this transaction longer than a moment. */
export async function limitWaiting(client: Transaction): Promise<void> {
  await client.$executeRaw`SET LOCAL lock_timeout = '150ms'; SET LOCAL statement_timeout = '1s'`;
}

export async function lockBodies(client: Transaction): Promise<void> {
  await client.$executeRaw`LOCK TABLE delivery_body IN ACCESS EXCLUSIVE MODE`;
}

/** Whether a partition has something that is needed, and that wasn't copied. */
export async function isNeededMissing(
  client: Transaction,
  { table, from, to }: Partition,
  rest: string | null,
): Promise<boolean> {
  const copied = rest
    ? Prisma.sql`AND NOT EXISTS (SELECT FROM ${Prisma.raw(rest)} AS rest WHERE rest.id = delivery.id)`
    : Prisma.empty;
  return exists(
    client,
    Prisma.sql`SELECT FROM delivery
      WHERE accepted_on >= ${from}::date AND accepted_on < ${to}::date
        AND ${await readNeed(client)} ${copied}
        AND EXISTS (SELECT FROM ${Prisma.raw(table)} AS kept WHERE kept.id = delivery.id)`,
  );
}

export type Drop = { retentionDays: number; droppedAt: Date };

/** Drops a partition, puts the rest in its place, where there is one, and notes its days. */
export async function replacePartition(
  client: Transaction,
  { table, from, to }: Partition,
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
      FOR VALUES FROM ('${Prisma.raw(from)}') TO ('${Prisma.raw(to)}')`;
    await client.$executeRaw`ALTER TABLE ${Prisma.raw(table)} DROP CONSTRAINT of_its_days`;
  }
  await client.$executeRaw`
    INSERT INTO body_drop (accepted_on, dropped_at, retention_days)
    SELECT ${from}::date + n, ${droppedAt}, ${retentionDays}
    FROM generate_series(0, ${to}::date - ${from}::date - 1) AS n
    ON CONFLICT DO NOTHING`;
}

/** The number of the delivery that was accepted last; null before the first one. */
export async function readNewestSeq(pool: Pool): Promise<bigint | null> {
  const newest = await prismaOn(pool).delivery.findFirst({
    select: { acceptedSeq: true },
    orderBy: { acceptedSeq: "desc" },
  });
  return newest?.acceptedSeq ?? null;
}

/** The last of the oldest `most` days up to one on which the default partition has what may go. */
export function findLastByDefault(
  pool: Pool,
  lastDay: string,
  { may, most }: { may: Prisma.Sql; most: number },
): Promise<string | null> {
  const days = Prisma.sql`SELECT accepted_on FROM delivery_body_default AS kept
      WHERE accepted_on <= ${lastDay}::date AND ${may}`;
  return findLast(pool, days, most);
}

/** The same of the bodies that were too large, before another day. */
export function findLastOversized(
  pool: Pool,
  before: string,
  most: number,
): Promise<string | null> {
  const days = Prisma.sql`SELECT (refused_at AT TIME ZONE 'UTC')::date FROM oversized_body
      WHERE ${isBefore(before)}`;
  return findLast(pool, days, most);
}

async function findLast(pool: Pool, days: Prisma.Sql, most: number): Promise<string | null> {
  const rows = await prismaOn(pool).$queryRaw<{ last: string | null }[]>`
    SELECT max(day)::text AS last FROM (
      SELECT DISTINCT day FROM (${days}) AS over (day) ORDER BY day LIMIT ${most}
    ) AS oldest`;
  return rows[0]?.last ?? null;
}

function isBefore(day: string): Prisma.Sql {
  return Prisma.sql`refused_at < (${day}::date)::timestamp AT TIME ZONE 'UTC'
        AND octet_length(beginning) > 0`;
}

/**
 * Deletes the next `most` rows of a partition up to a day that nothing needs at this moment, and notes
 * their days. @returns how many, and the last id; null: there were none left
 */
export async function deleteNext(
  pool: Pool,
  table: string,
  { after, until, most }: { after: string; until: string; most: number },
  { droppedAt, retentionDays }: Drop,
): Promise<{ count: number; last: string | null }> {
  return inTransaction(
    pool,
    async (client) => {
      // Otherwise a join of both in the order of ids would begin with the first delivery each time.
      const isNext = Prisma.sql`delivery.id > ${after}::uuid`;
      const may = mayGo(await readNeed(client), isNext);
      const gone = await client.$queryRaw<{ id: string; accepted_on: Date }[]>`
        DELETE FROM ${Prisma.raw(table)} WHERE id = ANY(ARRAY(
          SELECT id FROM ${Prisma.raw(table)} AS kept
          WHERE id > ${after}::uuid AND accepted_on <= ${until}::date AND ${may}
          ORDER BY id LIMIT ${most}
        )) RETURNING id, accepted_on`;
      const days = new Set(gone.map((row) => row.accepted_on.getTime()));
      await client.bodyDrop.createMany({
        data: [...days].map((day) => ({ acceptedOn: new Date(day), droppedAt, retentionDays })),
        skipDuplicates: true,
      });
      const ids = gone.map(({ id }) => id).toSorted();
      return { count: ids.length, last: ids.at(-1) ?? null };
    },
    "READ COMMITTED",
  );
}

/** Empties up to `most` of the bodies that were too large. @returns how many */
export async function emptyOversized(pool: Pool, before: string, most: number): Promise<number> {
  return prismaOn(pool).$executeRaw`
    UPDATE oversized_body SET beginning = '' WHERE id = ANY(ARRAY(
      SELECT id FROM oversized_body WHERE ${isBefore(before)} LIMIT ${most}))`;
}

/** How many deliveries of these days are held back, and their bytes. */
export async function sumHeld(days: string[]): Promise<{ count: number; bytes: number }> {
  const [held] = await db().$queryRaw<{ count: number; bytes: number }[]>`
    SELECT count(*)::int AS count, coalesce(sum(bytes), 0)::float AS bytes FROM delivery
    WHERE outcome = 'quarantined' AND accepted_on = ANY(${toList(days)}::date[])`;
  return held ?? { count: 0, bytes: 0 };
}

/**
 * Of these days, those of which a partition that isn't the default one holds any bytes that fit. One
 * probe a day, never a count: a delivery's id tells its day, and so where in the index to look.
 */
export async function keepFilled(
  client: Database,
  days: string[],
  fits = Prisma.sql`true`,
): Promise<string[]> {
  const [first, next] = [0, dayMs].map((laterMs) =>
    toList(days.map((day) => firstDeliveryIdOf(Date.parse(`${day}T00:00:00Z`) + laterMs))),
  );
  const rows = await client.$queryRaw<{ day: string }[]>`
    SELECT day::text FROM unnest(${toList(days)}::date[], ${first}::uuid[], ${next}::uuid[])
      AS of_day (day, first, next)
    CROSS JOIN LATERAL (
      SELECT FROM delivery_body AS kept
      WHERE kept.accepted_on = day AND kept.id >= first AND kept.id < next AND ${fits} LIMIT 1
    ) AS filled ORDER BY day`;
  return rows.map(({ day }) => day);
}
