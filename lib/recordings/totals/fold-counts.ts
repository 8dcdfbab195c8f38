import "server-only";
import type { Pool, PoolClient } from "pg";
import { inTransaction } from "@/lib/platform/database/pg-transaction";
import { broadKeysOf, sumColumns } from "./counted-call";

/**
 * Adds up a bounded number of changes of the counts; one process at a time. @returns how many it took
 */
export async function foldCounts(pool: Pool): Promise<number> {
  const { rows } = await pool.query<{ is_any: boolean; is_old: boolean }>(
    `SELECT EXISTS (SELECT FROM rollup_change WHERE all_answers IS NOT NULL) AS is_any,
       EXISTS (SELECT FROM rollup_change WHERE all_answers IS NULL) AS is_old`,
  );
  if (rows[0]?.is_old) await askToCountAnew(pool);
  if (!rows[0]?.is_any) return 0;
  return inTransaction(
    pool,
    async (client) => {
      await lockFolding(client);
      const changes = await takeChanges(client);
      await noteKeys(client, changes);
      const folded = addTogether(changes);
      const columns = toColumns(folded);
      await client.query(addToQuartersSql, columns);
      await client.query(addToPeriodsSql, columns);
      await client.query(addToBroadSql, columns);
      return changes.length;
    },
    "READ COMMITTED",
  );
}

/** What an older Earshot noted beside this one doesn't say enough, and goes with the next count. */
async function askToCountAnew(pool: Pool): Promise<void> {
  await pool.query(
    `UPDATE upkeep SET finished_at = NULL
     WHERE task = 'count-anew' AND finished_at < now() - interval '5 minutes'`,
  );
}

const mostAtOnce = 5_000;

type Sums = Record<(typeof sumColumns)[number], string>;
type Named = Record<"status" | "campaign" | "gender" | "type" | "gaps", string>;
type ChangeRow = { second: string; key: string } & Named & Sums;

async function takeChanges(client: PoolClient): Promise<ChangeRow[]> {
  const { rows } = await client.query<ChangeRow>(
    `DELETE FROM rollup_change WHERE id = ANY(ARRAY(
       SELECT id FROM rollup_change WHERE all_answers IS NOT NULL LIMIT $1))
     RETURNING extract(epoch FROM starts_at)::bigint AS second, key, status, campaign, gender, type,
       gaps, ${sumColumns.join(", ")}`,
    [mostAtOnce],
  );
  return rows;
}

async function noteKeys(client: PoolClient, changes: ChangeRow[]): Promise<void> {
  const named = [...new Map(changes.map((change) => [change.key, change])).values()];
  const broad = named.map(broadKeysOf);
  await client.query(
    `INSERT INTO rollup_key (id, status, campaign, gender, type, gaps, by_campaign, by_person)
     SELECT * FROM unnest($1::bigint[], $2::text[], $3::text[], $4::text[], $5::text[], $6::text[],
                          $7::bigint[], $8::bigint[])
     ON CONFLICT (id) DO UPDATE SET
       by_campaign = excluded.by_campaign, by_person = excluded.by_person
     WHERE rollup_key.by_campaign IS NULL`,
    [
      named.map(({ key }) => key),
      named.map(({ status }) => status),
      named.map(({ campaign }) => campaign),
      named.map(({ gender }) => gender),
      named.map(({ type }) => type),
      named.map(({ gaps }) => gaps),
      broad.map(({ byCampaign }) => byCampaign),
      broad.map(({ byPerson }) => byPerson),
    ],
  );
}

type Folded = { second: string; key: string } & Record<keyof Sums, bigint>;

function addTogether(changes: ChangeRow[]): Folded[] {
  const folded = new Map<string, Folded>();
  for (const change of changes) {
    const { second, key } = change;
    const known = folded.get(`${second} ${key}`);
    const added = Object.fromEntries(
      sumColumns.map((sum) => [sum, (known?.[sum] ?? 0n) + BigInt(change[sum])]),
    ) as Record<keyof Sums, bigint>;
    folded.set(`${second} ${key}`, { second, key, ...added });
  }
  return [...folded.values()];
}

function toColumns(folded: Folded[]): unknown[][] {
  return [
    folded.map(({ second }) => second),
    folded.map(({ key }) => key),
    ...sumColumns.map((sum) => folded.map((one) => one[sum])),
  ];
}

const sumList = sumColumns.join(", ");
const addSums = sumColumns.map((sum) => `${sum} = kept.${sum} + excluded.${sum}`).join(", ");
const sumAll = sumColumns.map((sum) => `sum(${sum}) AS ${sum}`).join(", ");

const foldedSql = `
  (SELECT to_timestamp(second) AS starts_at, key, ${sumList}
   FROM unnest($1::bigint[], $2::bigint[], ${sumColumns.map((_, n) => `$${n + 3}::bigint[]`).join(", ")})
     AS folded (second, key, ${sumList})) AS folded`;

const addToQuartersSql = `
  INSERT INTO rollup_quarter AS kept (starts_at, key, ${sumList})
  SELECT starts_at, key, ${sumList} FROM ${foldedSql}
  ON CONFLICT (starts_at, key) DO UPDATE SET ${addSums}`;

/**
 * Adds quarters, each of a zone, to the zone's days, weeks, months and years.
 * @param breadth a column of the quarters, where the table has it
 */
function addPeriodsSql(table: string, quarters: string, breadth = ""): string {
  return `
    INSERT INTO ${table} AS kept (zone, ${breadth} period, starts_on, key, ${sumList})
    SELECT zone, ${breadth} period, date_trunc(period::text, day)::date AS starts_on, key, ${sumAll}
    FROM (
      SELECT zone, ${breadth} (starts_at AT TIME ZONE zone)::date::timestamp AS day, key, ${sumAll}
      FROM (${quarters}) AS quarter GROUP BY zone, ${breadth} day, key
    ) AS day CROSS JOIN unnest(enum_range(NULL::total_period)) AS period
    GROUP BY zone, ${breadth} period, starts_on, key
    ON CONFLICT (zone, ${breadth} period, starts_on, key) DO UPDATE SET ${addSums}`;
}

/** The same quarters by the keys of each breadth. */
function broadenSql(quarters: string): string {
  const by = (breadth: string) => `
    SELECT zone, '${breadth}'::rollup_breadth AS breadth, starts_at, by_${breadth} AS key, ${sumList}
    FROM (${quarters}) AS quarter JOIN rollup_key ON rollup_key.id = quarter.key`;
  return `${by("campaign")} UNION ALL ${by("person")}`;
}

/** Of a zone that is being filled, what lies ahead is added when it comes to it. */
const foldedOfZones = `SELECT zone, folded.* FROM ${foldedSql} JOIN rollup_zone ON starts_at < filled_to`;
const addToPeriodsSql = addPeriodsSql("rollup_period", foldedOfZones);
const addToBroadSql = addPeriodsSql("rollup_broad", broadenSql(foldedOfZones), "breadth,");

/**
 * Makes the days of a zone from the quarters, a bounded number at a time; what changes meanwhile is
 * added. @returns whether there is more to do
 */
export async function fillZone(pool: Pool, zone: string): Promise<boolean> {
  return inTransaction(
    pool,
    async (client) => {
      await lockFolding(client);
      const { rows } = await client.query<{ filled_to: string }>(
        "SELECT filled_to::text FROM rollup_zone WHERE zone = $1 AND filled_to < 'infinity'",
        [zone],
      );
      const from = rows[0]?.filled_to;
      if (from === undefined) return false;
      const to = await findEnd(client, from);
      await client.query(fillSql, [zone, from, to]);
      await client.query(fillBroadSql, [zone, from, to]);
      await client.query("UPDATE rollup_zone SET filled_to = $2 WHERE zone = $1", [zone, to]);
      return to !== "infinity";
    },
    "READ COMMITTED",
  );
}

const mostQuarters = 50_000;

const quartersOfZone =
  "SELECT $1::text AS zone, * FROM rollup_quarter WHERE starts_at >= $2 AND starts_at < $3";
const fillSql = addPeriodsSql("rollup_period", quartersOfZone);
const fillBroadSql = addPeriodsSql("rollup_broad", broadenSql(quartersOfZone), "breadth,");

async function findEnd(client: PoolClient, from: string): Promise<string> {
  const { rows } = await client.query<{ to: string | null }>(
    `SELECT min(starts_at)::text AS to FROM rollup_quarter WHERE starts_at > (
       SELECT starts_at FROM rollup_quarter WHERE starts_at >= $1
       ORDER BY starts_at, key OFFSET $2 LIMIT 1
     )`,
    [from, mostQuarters],
  );
  return rows[0]?.to ?? "infinity";
}

/**
 * Lets one process at a time add up what has changed, until the end of the transaction; writers of
 * recordings know nothing of it. The first statement: whatever the isolation, what the one before
 * did is seen.
 */
export async function lockFolding(client: PoolClient): Promise<void> {
  await client.query("LOCK TABLE rollup_zone IN SHARE ROW EXCLUSIVE MODE");
}
