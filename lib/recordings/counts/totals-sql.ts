import "server-only";
import { Temporal } from "temporal-polyfill";
import { db, queryWith } from "@/lib/platform/database/db";
import { firstDay, lastDay } from "@/lib/settings/calendar-day";
import { Prisma } from "@/prisma/client/client";
import { emptyFilter, type RecordingFilter, type ValueFilter } from "../filter/filter";
import { withoutHelpers } from "../query/rows-sql";
import { listGaps, listTerms, type YesColumn, yesColumns } from "../totals/counted-call";
import { anyZone } from "../totals/totals";
import { cover, type Span, type TotalPeriod } from "./total-periods";

/**
 * This zone, or the one that is always kept; null while that one is being counted too, or an older
 * Earshot notes changes beside this one, of which too little is known.
 */
export async function findKeptZone(zone: string): Promise<string | null> {
  const rows = await db().$queryRaw<{ zone: string }[]>`
    SELECT zone FROM rollup_zone WHERE zone IN (${zone}, ${anyZone}) AND filled_to = 'infinity'
      AND NOT EXISTS (SELECT FROM rollup_change WHERE all_answers IS NULL)`;
  return (rows.find((row) => row.zone === zone) ?? rows[0])?.zone ?? null;
}

/** Where the data has more combinations of values than that, its calls are as soon counted themselves. */
export const mostGroups = 50_000;

export type TotalGroup = {
  level: TotalLevel;
  values: Record<KeptField, string | null>;
  gaps: string;
  sums: Record<YesColumn, number>;
};

/**
 * The combinations of values in these days, of each level those that some facet counts: it leaves its
 * own choice out, and all others hold.
 */
export async function readGroups(
  filter: RecordingFilter,
  zone: string,
  wanted: TotalLevel[],
  levelOf: (field?: KeptField) => TotalLevel,
): Promise<TotalGroup[]> {
  const chosen = listChosenFields(filter);
  const chosenSums = new Set(listTerms(filter).map(({ column }) => column));
  const queries = wanted.map((level) => {
    const { fields } = levels[level];
    const counted = fields.filter((field) => levelOf(field) === level);
    // Of what some facet of this level leaves out, all but one choice hold; of the others, all do.
    const left = chosen.filter((field) => counted.includes(field));
    const held = chosen.filter((field) => !left.includes(field));
    const misses = left.map(
      (field) => Prisma.sql`(NOT (${buildChoice(onlyValues(filter, field))}))::int`,
    );
    const fewMisses =
      misses.length < 2 ? Prisma.sql`true` : Prisma.sql`${Prisma.join(misses, " + ")} < 2`;
    // Answers are counted where no field is left out; elsewhere it takes only what the filter's choice does.
    const summed = yesColumns.filter((column) => level === levelOf() || chosenSums.has(column));
    const values = keptFields.map((field) =>
      fields.includes(field) ? `nullif(${field}, '')` : "NULL",
    );
    const sums = yesColumns.map((column) => (summed.includes(column) ? column : "0"));
    const told = Prisma.raw([...values, "gaps", ...sums].join(", "));
    const totals = buildSums(filter, zone, {
      level,
      columns: Prisma.sql`json_build_array(${level}::text, ${told}) AS told`,
      sums: summed,
      choice: Prisma.sql`${buildChoice(onlyValues(filter, ...held))} AND ${fewMisses}`,
    });
    return Prisma.sql`(${totals} LIMIT ${mostGroups + 1})`;
  });
  // In one text: so many rows take longer to be read than to be counted.
  const [row] = await queryTotals<{ told: string | null }>(Prisma.sql`
    SELECT json_agg(told)::text AS told FROM (
      ${Prisma.join(queries, " UNION ALL ")}
    ) AS groups`);
  const told = JSON.parse(row?.told ?? "[]") as GroupRow[];
  return told.map(([level, status, campaign, gender, type, gaps, ...sums]) => ({
    level,
    gaps,
    values: { status, campaign, gender, type },
    sums: Object.fromEntries(yesColumns.map((column, index) => [column, sums[index]])),
  })) as TotalGroup[];
}

type Value = string | null;
type GroupRow = [TotalLevel, Value, Value, Value, Value, string, ...number[]];

function onlyValues(filter: RecordingFilter, ...fields: KeptField[]): RecordingFilter {
  return Object.assign({}, emptyFilter, ...fields.map((field) => ({ [field]: filter[field] })));
}

type TotalRows = {
  level: TotalLevel;
  /** What is read of each row, over the columns of the sums, of `day` and of the level's key. */
  columns: Prisma.Sql;
  periods: Prisma.Sql;
  /** A condition on the columns of a key. */
  choice?: Prisma.Sql;
};

export function queryTotals<Row>(query: Prisma.Sql): Promise<Row[]> {
  return queryWith<Row>(query, { settings: withoutHelpers });
}

/** Rows that together are all calls of these days: what is added up, and what has changed since. */
export function buildTotals(
  days: Days,
  zone: string,
  { level, columns, periods, choice = Prisma.sql`true` }: TotalRows,
): Prisma.Sql {
  const { table, keys } = levels[level];
  return Prisma.sql`
    SELECT ${columns}
    FROM (
      SELECT starts_on AS day, total.* FROM ${table} AS total WHERE zone = ${zone} AND ${periods}
    ) AS total JOIN (${keys}) AS known ON known.id = total.key
    WHERE ${choice}
    UNION ALL
    SELECT ${columns} FROM ${buildChanged(days, zone)} AND ${choice}`;
}

type SumRows = Omit<TotalRows, "periods" | "choice"> & {
  /** Those of the level's columns that are added up. There is no `day`. */
  sums: readonly YesColumn[];
  choice: Prisma.Sql;
};

/** The same, added up by key from as few rows as will do. */
function buildSums(
  days: Days,
  zone: string,
  { level, columns, sums, choice }: SumRows,
): Prisma.Sql {
  const { table, keys, fields } = levels[level];
  const { added, taken } = buildSignedPeriods(days);
  const read = (sign: string, periods: Prisma.Sql) => Prisma.sql`
    SELECT key, ${Prisma.raw(sums.map((sum) => `${sign}${sum} AS ${sum}`).join(", "))}
    FROM ${table} AS total WHERE zone = ${zone} AND ${periods}`;
  const rows = [read("", added), ...(taken ? [read("-", taken)] : [])];
  const summed = Prisma.raw(sums.map((sum) => `sum(${sum})::bigint AS ${sum}`).join(", "));
  const names = Prisma.raw([...fields, "gaps"].join(", "));
  return Prisma.sql`
    SELECT ${columns}
    FROM (
      SELECT key, ${summed} FROM (${Prisma.join(rows, " UNION ALL ")}) AS total GROUP BY key
    ) AS total JOIN (${keys}) AS known ON known.id = total.key
    WHERE ${choice}
    UNION ALL
    SELECT ${columns}
    FROM (
      SELECT ${names}, ${summed} FROM ${buildChanged(days, zone)} AND ${choice} GROUP BY ${names}
    ) AS changed`;
}

type Days = Pick<RecordingFilter, "from" | "to">;

/** What has changed on these days since it was added up, up to where a condition may follow. */
function buildChanged({ from, to }: Days, zone: string): Prisma.Sql {
  const first = from === null || from === firstDay ? "-infinity" : from;
  const last = to === null || to === lastDay ? "infinity" : to;
  return Prisma.sql`(
      SELECT (starts_at AT TIME ZONE ${zone})::date AS day, rollup_change.* FROM rollup_change
    ) AS change
    WHERE day >= ${first}::date AND day <= ${last}::date`;
}

/** Where the rows of a level are, and what their keys stand for. */
const levels: Record<TotalLevel, { table: Prisma.Sql; keys: Prisma.Sql; fields: KeptField[] }> = {
  all: {
    table: Prisma.sql`rollup_period`,
    keys: Prisma.sql`SELECT id, status, campaign, gender, type, gaps FROM rollup_key`,
    fields: ["status", "campaign", "gender", "type"],
  },
  campaign: {
    table: Prisma.sql`(SELECT * FROM rollup_broad WHERE breadth = 'campaign')`,
    keys: Prisma.sql`SELECT DISTINCT by_campaign AS id, status, campaign, gaps FROM rollup_key`,
    fields: ["status", "campaign"],
  },
  person: {
    table: Prisma.sql`(SELECT * FROM rollup_broad WHERE breadth = 'person')`,
    keys: Prisma.sql`SELECT DISTINCT by_person AS id, status, gender, type, gaps FROM rollup_key`,
    fields: ["status", "gender", "type"],
  },
};

/** Rows of the totals that cover the days once, few of them: whole years, then months, weeks and days. */
export function buildPeriods(
  { from, to }: Pick<RecordingFilter, "from" | "to">,
  periods: TotalPeriod[] = ["year", "month", "week", "day"],
): Prisma.Sql {
  return buildSpans(cover(...toBounds({ from, to }), { periods }));
}

/**
 * The same for sums, and fewer rows still: of nearly all of a period it is the whole less what is missing.
 * What is `taken` away is null where nothing is.
 */
function buildSignedPeriods(days: Pick<RecordingFilter, "from" | "to">): {
  added: Prisma.Sql;
  taken: Prisma.Sql | null;
} {
  const spans = cover(...toBounds(days), { mayTake: true });
  const taken = spans.filter(({ sign }) => sign < 0);
  return {
    added: buildSpans(spans.filter(({ sign }) => sign > 0)),
    taken: taken.length > 0 ? buildSpans(taken) : null,
  };
}

function toBounds({ from, to }: Pick<RecordingFilter, "from" | "to">) {
  const first = from === null || from === firstDay ? null : toDay(from);
  const below = to === null || to === lastDay ? null : toDay(to).add({ days: 1 });
  return [first, below] as const;
}

function buildSpans(spans: Span[]): Prisma.Sql {
  const conditions = spans.map(
    ({ period, from, below }) => Prisma.sql`(period = ${Prisma.raw(`'${period}'`)}
      AND starts_on >= ${from ? write(from) : "-infinity"}::date
      AND starts_on < ${below ? write(below) : "infinity"}::date)`,
  );
  return conditions.length > 0
    ? Prisma.sql`(${Prisma.join(conditions, " OR ")})`
    : Prisma.sql`false`;
}

/** The choice of values, over the columns of a key, where '' stands for "none". */
export function buildChoice(
  filter: RecordingFilter,
  fields: readonly KeptField[] = keptFields,
): Prisma.Sql {
  const conditions = fields.flatMap((field) => buildOne(Prisma.raw(field), filter[field]));
  const gaps = listGaps(filter);
  if (gaps) conditions.push(Prisma.sql`gaps = ANY(${gaps})`);
  return conditions.length > 0 ? Prisma.join(conditions, " AND ") : Prisma.sql`true`;
}

/** How many calls of a row fit the choice of answers, of a row whose gaps do. */
export function buildFitting(filter: RecordingFilter): Prisma.Sql {
  const terms = listTerms(filter).map(({ sign, column }) => `${sign < 0 ? "-" : "+"} ${column}`);
  return Prisma.raw(`(${terms.join(" ")})`);
}

export const keptFields = ["status", "campaign", "gender", "type"] as const;
export type KeptField = (typeof keptFields)[number];

/** By what calls are counted, broadly where that will do: every level knows status and answers. */
type TotalLevel = "all" | "campaign" | "person";

export function isChosen({ include, exclude }: ValueFilter): boolean {
  return include.length + exclude.length > 0;
}

function buildOne(column: Prisma.Sql, { include, exclude }: ValueFilter): Prisma.Sql[] {
  const written = (values: (string | null)[]) => values.map((value) => value ?? "");
  return [
    ...(include.length > 0 ? [Prisma.sql`${column} = ANY(${written(include)})`] : []),
    ...(exclude.length > 0 ? [Prisma.sql`${column} <> ALL(${written(exclude)})`] : []),
  ];
}

/** The fields by which a filter chooses values. */
export function listChosenFields(filter: RecordingFilter): KeptField[] {
  return keptFields.filter((field) => isChosen(filter[field]));
}

/** The level with the fewest rows that tells these fields apart. */
export function chooseLevel(fields: readonly KeptField[]): TotalLevel {
  const isOfCustomer = fields.some((field) => field === "gender" || field === "type");
  if (!fields.includes("campaign")) return "person";
  return isOfCustomer ? "all" : "campaign";
}

/** Past the year 9999 it is "infinity", which sorts behind every day and is a date to PostgreSQL. */
function write(day: Temporal.PlainDate): string {
  return day.year > 9_999 ? "infinity" : day.toString();
}

function toDay(day: string): Temporal.PlainDate {
  return Temporal.PlainDate.from(day);
}

/** In some zones the first and the last calls of all lie in the year before or after. */
export function toPlainDay(day: Prisma.Sql): Prisma.Sql {
  return Prisma.sql`least(greatest((${day})::date, ${firstDay}::date), ${lastDay}::date)`;
}
