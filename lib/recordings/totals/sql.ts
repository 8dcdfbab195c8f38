import "server-only";
import { v7 as uuidv7 } from "uuid";
import {
  copyRows,
  type Database,
  type Transaction,
  toList,
} from "@/lib/platform/database/transaction";
import { Prisma } from "@/prisma/client/client";
import {
  broadKeysOf,
  type CountableCall,
  type CountedCall,
  sumColumns,
  toCounted,
} from "./counted-call";

/** The calls of these ids as the ledger has them. */
export async function readCountedCalls(
  client: Transaction,
  ids: string[],
): Promise<Map<string, CountedCall>> {
  if (ids.length === 0) return new Map();
  const rows = await client.$queryRaw<CountableCall[]>`
    SELECT id, (extract(epoch FROM created_at) * 1000000)::bigint AS micros, status, campaign,
      customer_gender AS "customerGender", customer_type AS "customerType",
      minutes_used AS "minutesUsed", has_transcript AS "hasTranscript",
      customer_is_confirmed AS "customerIsConfirmed", is_incomplete AS "isIncomplete",
      customer_is_phone_number_correct AS "customerIsPhoneNumberCorrect",
      customer_id AS "customerId", customer_first_name AS "customerFirstName",
      customer_last_name AS "customerLastName", phone_digits AS "phoneDigits",
      customer_email AS "customerEmail"
    FROM recording WHERE id = ANY(${toList(ids)}::text[])`;
  return new Map(rows.map((row) => [row.id, toCounted(row)]));
}

export type Sums = Record<(typeof sumColumns)[number], bigint>;
type Named = Record<"status" | "campaign" | "gender" | "type" | "gaps", string>;
export type ChangeRow = { second: bigint; key: bigint } & Named & Sums;

/** What changes in the sums of a quarter of an hour, by the key of a call. */
export type CountChange = { call: CountedCall; startsAt: number; key: string; sums: number[] };

/** With ids in the order of time, whose index takes the next one where it took the last. */
export async function insertChanges(client: Transaction, changes: CountChange[]): Promise<void> {
  await copyRows(
    client,
    "rollup_change",
    changes.map(({ call, startsAt, key, sums }) => ({
      id: uuidv7(),
      starts_at: new Date(startsAt * 1_000),
      key,
      status: call.status,
      campaign: call.campaign,
      gender: call.gender,
      type: call.type,
      gaps: call.gaps,
      ...Object.fromEntries(sumColumns.map((name, index) => [name, sums[index]])),
    })),
  );
}

type Waiting = { changes: number; apart: number; zones: number; is_old: boolean };

/** How many of the next changes there are, of how many sums, and whether an older Earshot noted any. */
export async function findChanges(client: Database, most: number): Promise<Waiting | undefined> {
  const rows = await client.$queryRaw<Waiting[]>`
    SELECT count(*)::int AS changes, count(DISTINCT (starts_at, key))::int AS apart,
      (SELECT count(*)::int FROM rollup_zone) AS zones,
      EXISTS (SELECT FROM rollup_change WHERE all_answers IS NULL) AS is_old
    FROM (
      SELECT starts_at, key FROM rollup_change WHERE all_answers IS NOT NULL LIMIT ${most}
    ) AS first`;
  return rows[0];
}

export async function takeChanges(client: Transaction, most: number): Promise<ChangeRow[]> {
  return client.$queryRaw<ChangeRow[]>`
    DELETE FROM rollup_change WHERE id = ANY(ARRAY(
      SELECT id FROM rollup_change WHERE all_answers IS NOT NULL LIMIT ${most}))
    RETURNING extract(epoch FROM starts_at)::bigint AS second, key, status, campaign, gender, type,
      gaps, ${sumList}`;
}

export async function noteKeys(client: Transaction, changes: ChangeRow[]): Promise<void> {
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

export type Folded = { second: bigint; key: bigint } & Sums;

const { sql } = Prisma;
const sumList = Prisma.raw(sumColumns.join(", "));
const sumAll = Prisma.raw(sumColumns.map((sum) => `sum(${sum}) AS ${sum}`).join(", "));
const addSums = Prisma.raw(
  sumColumns.map((sum) => `${sum} = kept.${sum} + excluded.${sum}`).join(", "),
);

/** Adds what is folded to the quarters, and to the periods of the zones that are filled so far. */
export async function addFolded(client: Transaction, folded: Folded[]): Promise<void> {
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
}

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

/** Up to when the periods of a zone are filled; undefined: always. */
export async function readFilledTo(client: Transaction, zone: string): Promise<string | undefined> {
  const rows = await client.$queryRaw<{ filled_to: string }[]>`
    SELECT filled_to::text FROM rollup_zone WHERE zone = ${zone} AND filled_to < 'infinity'`;
  return rows[0]?.filled_to;
}

/** The periods of a zone from the quarters of this time, and that they are filled up to its end. */
export async function fillPeriods(
  client: Transaction,
  zone: string,
  { from, to }: { from: string; to: string },
): Promise<void> {
  await addPeriods(
    client,
    sql`
    SELECT ${zone}::text AS zone, * FROM rollup_quarter
    WHERE starts_at >= ${from}::timestamptz AND starts_at < ${to}::timestamptz`,
  );
  await client.$executeRaw`
    UPDATE rollup_zone SET filled_to = ${to}::timestamptz WHERE zone = ${zone}`;
}

/** Where about so many quarters behind an instant end. */
export async function findEnd(client: Transaction, from: string, most: number): Promise<string> {
  const rows = await client.$queryRaw<{ to: string | null }[]>`
    SELECT min(starts_at)::text AS to FROM rollup_quarter WHERE starts_at > (
      SELECT starts_at FROM rollup_quarter WHERE starts_at >= ${from}::timestamptz
      ORDER BY starts_at, key OFFSET ${most} LIMIT 1
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

/** What an older Earshot noted beside this one doesn't say enough, and goes with the next count. */
export async function askToCountAnew(client: Database): Promise<void> {
  await client.$executeRaw`
    UPDATE upkeep SET finished_at = NULL
    WHERE task = 'count-anew' AND finished_at < now() - interval '5 minutes'`;
}

/** The zones in whose days all calls are counted. */
export async function readZones(client: Database): Promise<string[]> {
  const rows = await client.$queryRaw<{ zone: string }[]>`
    SELECT zone FROM rollup_zone WHERE filled_to = 'infinity' ORDER BY zone`;
  return rows.map(({ zone }) => zone);
}

/** The zone to go on with, unless the quarters are to be counted anew before; `anyZone` comes first. */
export async function findUnfilled(client: Database, anyZone: string): Promise<string | undefined> {
  const rows = await client.$queryRaw<{ zone: string }[]>`
    SELECT zone FROM rollup_zone
    WHERE filled_to < 'infinity'
      AND NOT EXISTS (SELECT FROM upkeep WHERE task = 'count-anew' AND finished_at IS NULL)
    ORDER BY zone <> ${anyZone}, wanted_at LIMIT 1`;
  return rows[0]?.zone;
}

/** Notes that a zone is wanted, in the place of another one where need be. @returns whether there is room */
export async function noteZone(
  client: Transaction,
  zone: string,
  { anyZone, mostZones }: { anyZone: string; mostZones: number },
): Promise<boolean> {
  await client.$executeRaw`
    DELETE FROM rollup_zone WHERE zone = (
      SELECT zone FROM rollup_zone WHERE zone NOT IN (${zone}, ${anyZone})
        AND wanted_at < now() - interval '1 hour'
        AND (SELECT count(*) FROM rollup_zone WHERE zone <> ${zone}) >= ${mostZones}
      ORDER BY wanted_at LIMIT 1
    )`;
  const rowCount = await client.$executeRaw`
    INSERT INTO rollup_zone (zone, filled_to)
    SELECT ${zone}, '-infinity'
    WHERE (SELECT count(*) FROM rollup_zone WHERE zone <> ${zone}) < ${mostZones}
    ON CONFLICT (zone) DO UPDATE SET wanted_at = now()`;
  return rowCount === 1;
}

/** @returns whether any zone but one had not been wanted for long */
export async function forgetUnwanted(client: Transaction, anyZone: string): Promise<boolean> {
  const rowCount = await client.$executeRaw`
    DELETE FROM rollup_zone WHERE zone <> ${anyZone} AND wanted_at < now() - interval '30 days'`;
  return rowCount !== 0;
}

/** Drops the periods of zones that are kept no more. */
export async function dropUnkept(client: Transaction): Promise<void> {
  for (const table of ["rollup_period", "rollup_broad"]) {
    await client.$executeRaw`
      DELETE FROM ${Prisma.raw(table)} WHERE zone IN (
        SELECT DISTINCT zone FROM rollup_broad WHERE period = 'year'
        EXCEPT SELECT zone FROM rollup_zone
      )`;
  }
}

/** Fails where the database doesn't know the zone. */
export async function readNowIn(client: Database, zone: string): Promise<void> {
  await client.$queryRaw`SELECT now() AT TIME ZONE ${zone}`;
}
