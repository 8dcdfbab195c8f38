import "server-only";
import { type Transaction, toList } from "@/lib/platform/database/transaction";
import { Prisma } from "@/prisma/client/client";
import { sumColumns, yesColumns } from "./counted-call";
import { countCustomersSql } from "./customers-sql";

/** Conditions on calls, on quarters, and on the days of a zone and their quarters. */
type Scope = Record<"calls" | "quarters" | "days" | "aroundDays", string> & {
  /** On the longer periods of a zone, and on the shorter ones that each of them is the sum of. */
  within: (period: string) => string;
  /** On customers, by `customer_id`. */
  customers: Prisma.Sql;
};

export const everything: Scope = {
  calls: "true",
  quarters: "true",
  days: "true",
  aroundDays: "true",
  within: () => "true",
  customers: Prisma.sql`true`,
};

/** Days of UTC, of which one of a busy year is as likely as one of an empty one. */
export async function chooseDays(client: Transaction, days: number): Promise<Scope> {
  const rows = await client.$queryRaw<{ day: string }[]>`
    SELECT DISTINCT ((first + random() * (last - first)) AT TIME ZONE 'UTC')::date::text AS day
    FROM (SELECT min(created_at) AS first, max(created_at) AS last FROM recording) AS ends,
      generate_series(1, ${days})
    WHERE first IS NOT NULL`;
  const anyOf = (toSql: (day: string) => string) =>
    `(${rows.map(({ day }) => `(${toSql(day)})`).join(" OR ") || "false"})`;
  const within = (column: string, before = 0, after = 1) =>
    anyOf(
      (day) => `${column} >= '${day} 00:00Z'::timestamptz - interval '${before} days'
        AND ${column} < '${day} 00:00Z'::timestamptz + interval '${after} days'`,
    );
  const calls = within("created_at");
  // Read once: which of them a limit leaves is chance.
  const customers = await client.$queryRaw<{ id: string }[]>`
    SELECT customer_id AS id FROM recording WHERE ${Prisma.raw(calls)} LIMIT 1000`;
  return {
    calls,
    quarters: within("starts_at"),
    days: anyOf((day) => `day = '${day}'`),
    aroundDays: within("starts_at", 1, 2),
    within: (period) =>
      anyOf((day) => {
        const first = `date_trunc('${period}', '${day}'::timestamp)`;
        return `starts_on >= ${first} AND starts_on < ${first} + interval '1 ${period}'`;
      }),
    customers: Prisma.sql`customer_id = ANY(${toList(customers.map(({ id }) => id))}::text[])`,
  };
}

/** One row of a comparison, and how many there are; undefined: nothing differs. */
export async function findExample(
  client: Transaction,
  differing: Prisma.Sql,
): Promise<{ example: string; rows: number } | undefined> {
  const [row] = await client.$queryRaw<{ example: string; rows: number }[]>`
    SELECT example, count(*) OVER ()::int AS rows FROM (${differing}) AS differing LIMIT 1`;
  return row;
}

const isNothing = sumColumns.map((sum) => `sum(${sum}) = 0`).join(" AND ");
const sums = Prisma.raw(sumColumns.join(", "));
const minusSums = sumColumns.map((sum) => `-${sum}`).join(", ");

/** What is kept and what came since, less what the calls say: nothing is left where all is well. */
export function compareQuarters({ calls, quarters }: Scope): Prisma.Sql {
  const kept = (table: string) =>
    `SELECT starts_at, key, ${sumColumns.join(", ")} FROM ${table} WHERE ${quarters}`;
  return Prisma.raw(`
    SELECT starts_at || ' ' || coalesce(key::text, 'without a key') AS example
    FROM (
      ${kept("rollup_quarter")} UNION ALL ${kept("rollup_change")}
      UNION ALL SELECT starts_at, key, ${minusSums} FROM (${quartersSql(calls, knownKeys)}) AS told
    ) AS both_sides
    GROUP BY starts_at, key HAVING NOT (${isNothing})`);
}

/** A key that came a moment ago may be noted beside its change alone. */
const knownKeys = `(
  SELECT id, status, campaign, gender, type, gaps FROM rollup_key
  UNION SELECT key, status, campaign, gender, type, gaps FROM rollup_change)`;

/** The broader keys of what is counted: the quarters tell which keys there are, but not these. */
export function compareKeys(): Prisma.Sql {
  return Prisma.raw(`
    SELECT id::text AS example FROM rollup_key
    WHERE by_campaign IS NOT NULL AND id IN (SELECT key FROM rollup_quarter)
      AND (by_campaign, by_person) IS DISTINCT FROM (${keysSql.byCampaign}, ${keysSql.byPerson})`);
}

export function compareDays({ days, aroundDays }: Scope, zone: string): Prisma.Sql {
  return Prisma.sql`
    SELECT day || ' ' || key AS example
    FROM (
      SELECT starts_on AS day, key, ${sums} FROM rollup_period
      WHERE zone = ${zone} AND period = 'day'
      UNION ALL
      SELECT (starts_at AT TIME ZONE ${zone})::date, key, ${Prisma.raw(minusSums)} FROM rollup_quarter
      WHERE ${Prisma.raw(aroundDays)}
    ) AS both_sides
    WHERE ${Prisma.raw(days)}
    GROUP BY day, key HAVING NOT (${Prisma.raw(isNothing)})`;
}

export function compareBroadDays({ days, aroundDays }: Scope, zone: string): Prisma.Sql {
  const told = (breadth: string) => Prisma.sql`
    SELECT ${breadth}, (starts_at AT TIME ZONE ${zone})::date, ${Prisma.raw(`by_${breadth}`)},
      ${Prisma.raw(minusSums)}
    FROM rollup_quarter JOIN rollup_key ON rollup_key.id = key
    WHERE ${Prisma.raw(aroundDays)}`;
  return Prisma.sql`
    SELECT day || ' ' || key AS example
    FROM (
      SELECT breadth::text, starts_on AS day, key, ${sums} FROM rollup_broad
      WHERE zone = ${zone} AND period = 'day'
      UNION ALL ${told("campaign")} UNION ALL ${told("person")}
    ) AS both_sides
    WHERE ${Prisma.raw(days)}
    GROUP BY breadth, day, key HAVING NOT (${Prisma.raw(isNothing)})`;
}

/** Of what each longer period of a zone is the sum: few rows, which add up to what the quarters say. */
const shorter = { week: "day", month: "day", year: "month" };

export function compareLongPeriods(
  { within }: Scope,
  zone: string,
  table: "rollup_period" | "rollup_broad",
): Prisma.Sql {
  const { raw, sql } = Prisma;
  const breadth = raw(table === "rollup_broad" ? "breadth::text" : "''");
  const bothSides = Object.entries(shorter).map(([period, part]) => {
    const rows = (of: string) => sql`
      FROM ${raw(table)} WHERE zone = ${zone} AND period = ${raw(`'${of}' AND ${within(period)}`)}`;
    return sql`
      SELECT ${breadth} AS breadth, period, starts_on, key, ${sums} ${rows(period)}
      UNION ALL
      SELECT ${breadth}, ${raw(`'${period}', date_trunc('${period}', starts_on::timestamp)::date`)},
        key, ${raw(minusSums)} ${rows(part)}`;
  });
  return sql`
    SELECT period || ' ' || starts_on || ' ' || key AS example
    FROM (${Prisma.join(bothSides, " UNION ALL ")}) AS both_sides
    GROUP BY breadth, period, starts_on, key HAVING NOT (${raw(isNothing)})`;
}

/** All that is kept of customers but the count, which changes that are not folded yet add to. */
const saidColumns = `last_call_at last_call_id name_key phone_key email_key gender_key
  is_phone_number_correct is_contradictory`.split(/\s+/);

export function compareCustomers({ customers }: Scope): Prisma.Sql {
  const said = (side: string) => Prisma.raw(saidColumns.map((one) => `${side}.${one}`).join(", "));
  return Prisma.sql`
    SELECT customer_id AS example
    FROM (SELECT * FROM customer_calls WHERE ${customers}) AS kept
    FULL JOIN (${countCustomersSql(customers)}) AS told USING (customer_id)
    LEFT JOIN (
      SELECT customer_id, sum(calls) AS calls FROM customer_calls_change GROUP BY 1
    ) AS pending USING (customer_id)
    WHERE coalesce(kept.calls, 0) + coalesce(pending.calls, 0) <> coalesce(told.calls, 0)
      OR pending.calls IS NULL AND (${said("kept")}) IS DISTINCT FROM (${said("told")})`;
}

/** Counts the quarters of all calls anew; those of zones are to be filled again. */
export async function recountQuarters(client: Transaction): Promise<void> {
  await client.$executeRaw`DELETE FROM rollup_change`;
  await client.$executeRaw`DELETE FROM rollup_period`;
  await client.$executeRaw`DELETE FROM rollup_broad`;
  await client.$executeRaw`DELETE FROM rollup_quarter`;
  await client.$executeRaw`
    INSERT INTO rollup_key (id, by_campaign, by_person, ${Prisma.raw(named)})
    SELECT DISTINCT ON (key) key, by_campaign, by_person, ${Prisma.raw(named)} FROM (${Prisma.raw(keyedSql)}) AS keyed
    ON CONFLICT (id) DO UPDATE SET
      by_campaign = excluded.by_campaign, by_person = excluded.by_person
    WHERE (rollup_key.by_campaign, rollup_key.by_person)
      IS DISTINCT FROM (excluded.by_campaign, excluded.by_person)`;
  await client.$executeRaw`
    INSERT INTO rollup_quarter (starts_at, key, ${sums}) ${Prisma.raw(quartersSql("true"))}`;
  await client.$executeRaw`UPDATE rollup_zone SET filled_to = '-infinity'`;
}

/** As `toGaps`, over `recording`. */
const gapsSql = [
  "CASE WHEN is_incomplete THEN 'i' ELSE '' END",
  "CASE WHEN has_transcript IS NULL THEN 't' ELSE '' END",
  "CASE WHEN customer_is_confirmed IS NULL THEN 'c' ELSE '' END",
  "CASE WHEN customer_is_phone_number_correct IS NULL THEN 'p' ELSE '' END",
].join(" || ");

/** The `yesColumns` over `recording`, in their order; the first is all calls. */
const yesSql = yesColumns.map((column, mask) => {
  const flags = ["has_transcript", "customer_is_confirmed", "customer_is_phone_number_correct"];
  const asked = flags.filter((_, bit) => mask & (1 << bit));
  const filter = asked.length > 0 ? ` FILTER (WHERE ${asked.join(" AND ")})` : "";
  return `count(*)${filter} AS ${column}`;
});

/** As `quarterOf`, of a column of instants. */
function quarterSql(column: string): string {
  return `CASE WHEN ${column} < '2012-01-01Z' THEN date_trunc('second', ${column})
    ELSE date_bin('15 minutes', ${column}, '2012-01-01Z') END`;
}

/** As `keyOf` and `broadKeysOf`, of columns of these names. */
const keysSql = {
  key: hashSql(
    `${["status", "campaign", "gender", "type"].map(lengthPrefixedSql).join(" || ")}
     || CASE gaps WHEN '' THEN '' ELSE ${lengthPrefixedSql("gaps")} END`,
  ),
  byCampaign: hashSql(["status", "campaign", "gaps"].map(lengthPrefixedSql).join(" || ")),
  byPerson: hashSql(["status", "gender", "type", "gaps"].map(lengthPrefixedSql).join(" || ")),
};

function lengthPrefixedSql(column: string): string {
  return `octet_length(${column}) || ':' || ${column}`;
}

function hashSql(told: string): string {
  const hashed = `encode(sha256(convert_to(${told}, 'UTF8')), 'hex')`;
  return `('x' || left(${hashed}, 16))::bit(64)::bigint`;
}

const named = "status, campaign, gender, type, gaps";

const namedSql = `status, coalesce(campaign, '') AS campaign, customer_gender AS gender,
  coalesce(customer_type, '') AS type, ${gapsSql} AS gaps`;

const keyedSql = `
  SELECT *, ${keysSql.key} AS key, ${keysSql.byCampaign} AS by_campaign, ${keysSql.byPerson} AS by_person
  FROM (SELECT DISTINCT ${namedSql} FROM recording) AS named`;

/** What the quarters should hold, of these calls. @param keys what is known of keys */
function quartersSql(where: string, keys = "rollup_key"): string {
  return `
    SELECT starts_at, id AS key, ${sumColumns.join(", ")}
    FROM (
      SELECT ${quarterSql("created_at")} AS starts_at, ${namedSql},
        coalesce(sum(minutes_used), 0) AS minutes, ${yesSql.join(", ")}
      FROM recording WHERE ${where} GROUP BY 1, 2, 3, 4, 5, 6
    ) AS quarter LEFT JOIN ${keys} AS known USING (${named})`;
}
