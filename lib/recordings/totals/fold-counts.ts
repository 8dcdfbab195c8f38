import "server-only";
import type { Pool } from "pg";
import {
  inTransaction,
  prismaOn,
  type Transaction,
  toList,
} from "@/lib/platform/database/transaction";
import { Prisma } from "@/prisma/client/client";
import { broadKeysOf, sumColumns } from "./counted-call";

/**
 * Adds up a bounded number of changes of the counts; one process at a time. @returns how many it took
 */
export async function foldCounts(pool: Pool): Promise<number> {
  const rows = await prismaOn(pool).$queryRaw<{ is_any: boolean; is_old: boolean }[]>`
      SELECT EXISTS (SELECT FROM rollup_change WHERE all_answers IS NOT NULL) AS is_any,
      EXISTS (SELECT FROM rollup_change WHERE all_answers IS NULL) AS is_old`;
  if (rows[0]?.is_old) await askToCountAnew(pool);
  if (!rows[0]?.is_any) return 0;
  return inTransaction(
    pool,
    async (client) => {
      await lockFolding(client);
      const changes = await takeChanges(client);
      await noteKeys(client, changes);
      const folded = addTogether(changes);
      const quarters = foldedSql(folded);
      await client.$executeRaw`
        INSERT INTO rollup_quarter AS kept (starts_at, key, ${sumList})
        SELECT starts_at, key, ${sumList} FROM ${quarters}
        ON CONFLICT (starts_at, key) DO UPDATE SET ${addSums}`;
      await addPeriods(
        client,
        sql`
        SELECT zone, folded.* FROM ${quarters} JOIN rollup_zone ON starts_at < filled_to`,
      );
      return changes.length;
    },
    "READ COMMITTED",
  );
}

/** What an older Earshot noted beside this one doesn't say enough, and goes with the next count. */
async function askToCountAnew(pool: Pool): Promise<void> {
  await prismaOn(pool).$executeRaw`
    UPDATE upkeep SET finished_at = NULL
    WHERE task = 'count-anew' AND finished_at < now() - interval '5 minutes'`;
}

const mostAtOnce = 5_000;

type Sums = Record<(typeof sumColumns)[number], bigint>;
type Named = Record<"status" | "campaign" | "gender" | "type" | "gaps", string>;
type ChangeRow = { second: bigint; key: bigint } & Named & Sums;

async function takeChanges(client: Transaction): Promise<ChangeRow[]> {
  return client.$queryRaw<ChangeRow[]>`
    DELETE FROM rollup_change WHERE id = ANY(ARRAY(
      SELECT id FROM rollup_change WHERE all_answers IS NOT NULL LIMIT ${mostAtOnce}))
    RETURNING extract(epoch FROM starts_at)::bigint AS second, key, status, campaign, gender, type,
      gaps, ${sumList}`;
}

async function noteKeys(client: Transaction, changes: ChangeRow[]): Promise<void> {
  const named = [...new Map(changes.map((change) => [change.key, change])).values()];
  const broad = named.map(broadKeysOf);
  await client.$executeRaw`
    INSERT INTO rollup_key (id, status, campaign, gender, type, gaps, by_campaign, by_person)
    SELECT * FROM unnest(
        ${toList(named.map(({ key }) => key))}::bigint[],
        ${toList(named.map(({ status }) => status))}::text[],
        ${toList(named.map(({ campaign }) => campaign))}::text[],
        ${toList(named.map(({ gender }) => gender))}::text[],
        ${toList(named.map(({ type }) => type))}::text[],
        ${toList(named.map(({ gaps }) => gaps))}::text[],
        ${toList(broad.map(({ byCampaign }) => byCampaign))}::bigint[],
        ${toList(broad.map(({ byPerson }) => byPerson))}::bigint[])
    ON CONFLICT (id) DO UPDATE SET
      by_campaign = excluded.by_campaign, by_person = excluded.by_person
    WHERE rollup_key.by_campaign IS NULL`;
}

type Folded = { second: bigint; key: bigint } & Sums;

function addTogether(changes: ChangeRow[]): Folded[] {
  const folded = new Map<string, Folded>();
  for (const change of changes) {
    const { second, key } = change;
    const known = folded.get(`${second} ${key}`);
    const added = Object.fromEntries(
      sumColumns.map((sum) => [sum, (known?.[sum] ?? 0n) + change[sum]]),
    ) as Sums;
    folded.set(`${second} ${key}`, { second, key, ...added });
  }
  return [...folded.values()];
}

const { sql } = Prisma;
const sumList = Prisma.raw(sumColumns.join(", "));
const sumAll = Prisma.raw(sumColumns.map((sum) => `sum(${sum}) AS ${sum}`).join(", "));
const addSums = Prisma.raw(
  sumColumns.map((sum) => `${sum} = kept.${sum} + excluded.${sum}`).join(", "),
);

function foldedSql(folded: Folded[]): Prisma.Sql {
  const list = (name: keyof Folded) => sql`${toList(folded.map((one) => one[name]))}::bigint[]`;
  return sql`
    (SELECT to_timestamp(second) AS starts_at, key, ${sumList}
     FROM unnest(${list("second")}, ${list("key")}, ${Prisma.join(sumColumns.map(list))})
       AS folded (second, key, ${sumList})) AS folded`;
}

/** Adds quarters, each of a zone, to the zone's days, weeks, months and years, by all keys and by fewer. */
async function addPeriods(client: Transaction, quarters: Prisma.Sql): Promise<void> {
  const by = (breadth: string) => sql`
    SELECT zone, ${Prisma.raw(`'${breadth}'`)}::rollup_breadth AS breadth, starts_at,
      ${Prisma.raw(`by_${breadth}`)} AS key, ${sumList}
    FROM quarter JOIN rollup_key ON rollup_key.id = quarter.key`;
  await client.$executeRaw(periodsSql("rollup_period", quarters));
  const broad = sql`WITH quarter AS (${quarters}) ${by("campaign")} UNION ALL ${by("person")}`;
  await client.$executeRaw(periodsSql("rollup_broad", broad, "breadth,"));
}

/** @param breadth a column of the quarters, where the table has it */
function periodsSql(table: string, quarters: Prisma.Sql, breadth = ""): Prisma.Sql {
  const [into, broad] = [Prisma.raw(table), Prisma.raw(breadth)];
  return sql`
    INSERT INTO ${into} AS kept (zone, ${broad} period, starts_on, key, ${sumList})
    SELECT zone, ${broad} period, date_trunc(period::text, day)::date AS starts_on, key, ${sumAll}
    FROM (
      SELECT zone, ${broad} (starts_at AT TIME ZONE zone)::date::timestamp AS day, key, ${sumAll}
      FROM (${quarters}) AS quarter GROUP BY zone, ${broad} day, key
    ) AS day CROSS JOIN unnest(enum_range(NULL::total_period)) AS period
    GROUP BY zone, ${broad} period, starts_on, key
    ON CONFLICT (zone, ${broad} period, starts_on, key) DO UPDATE SET ${addSums}`;
}

/**
 * Makes the days of a zone from the quarters, a bounded number at a time; what changes meanwhile is
 * added. @returns whether there is more to do
 */
export async function fillZone(pool: Pool, zone: string): Promise<boolean> {
  return inTransaction(
    pool,
    async (client) => {
      await lockFolding(client);
      const rows = await client.$queryRaw<{ filled_to: string }[]>`
        SELECT filled_to::text FROM rollup_zone WHERE zone = ${zone} AND filled_to < 'infinity'`;
      const from = rows[0]?.filled_to;
      if (from === undefined) return false;
      const to = await findEnd(client, from);
      await addPeriods(
        client,
        sql`
        SELECT ${zone}::text AS zone, * FROM rollup_quarter
        WHERE starts_at >= ${from}::timestamptz AND starts_at < ${to}::timestamptz`,
      );
      await client.$executeRaw`
        UPDATE rollup_zone SET filled_to = ${to}::timestamptz WHERE zone = ${zone}`;
      return to !== "infinity";
    },
    "READ COMMITTED",
  );
}

const mostQuarters = 50_000;

async function findEnd(client: Transaction, from: string): Promise<string> {
  const rows = await client.$queryRaw<{ to: string | null }[]>`
    SELECT min(starts_at)::text AS to FROM rollup_quarter WHERE starts_at > (
      SELECT starts_at FROM rollup_quarter WHERE starts_at >= ${from}::timestamptz
      ORDER BY starts_at, key OFFSET ${mostQuarters} LIMIT 1
    )`;
  return rows[0]?.to ?? "infinity";
}

/**
 * Lets one process at a time add up what has changed, until the end of the transaction; writers of
 * recordings know nothing of it. The first statement: whatever the isolation, what the one before
 * did is seen.
 */
export async function lockFolding(client: Transaction): Promise<void> {
  await client.$executeRaw`LOCK TABLE rollup_zone IN SHARE ROW EXCLUSIVE MODE`;
}
