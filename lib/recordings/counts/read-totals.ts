import "server-only";
import { db, queryWith } from "@/lib/platform/database/db";
import { firstDay, lastDay } from "@/lib/settings/calendar-day";
import { Prisma } from "@/prisma/client/client";
import { emptyFilter, type RecordingFilter, type ValueFilter } from "../filter/filter";
import {
  type FlagChoices,
  fitsGaps,
  listTerms,
  type YesColumn,
  yesColumns,
} from "../totals/answers";
import { anyZone } from "../totals/keep-zones";
import type { AnswersView, FacetsView, FacetValueView } from "../views/views";
import {
  buildChoice,
  buildSignedPeriods,
  canUseTotals,
  chooseLevel,
  type KeptField,
  keptFields,
  listChosenFields,
  type TotalLevel,
} from "./build-totals-where";

/** The counts under a filter from the kept totals; null where only the recordings can tell. */
export async function readFacets(
  filter: RecordingFilter,
  zone: string,
): Promise<FacetsView | null> {
  if (!canUseTotals(filter)) return null;
  const kept = await findKeptZone(zone);
  // Without days, those of any zone are all calls.
  const isTold = kept === zone || (kept !== null && filter.from === null && filter.to === null);
  if (!isTold) return null;
  const chosen = listChosenFields(filter);
  const levelOf = (field?: KeptField) => chooseLevel(field ? [...chosen, field] : chosen);
  const wanted = [...new Set([levelOf(), ...keptFields.map(levelOf)])];
  const groups = await readGroups(filter, kept, wanted, levelOf);
  if (groups.length > mostGroups) return null;

  /** What fits all choices but those of one field, which is the field that is counted. */
  const besides = (field?: KeptField) =>
    groups.filter(
      ({ level, values }) =>
        level === levelOf(field) &&
        chosen.every((one) => one === field || matches(values[one], filter[one])),
    );
  const values = (field: KeptField) => {
    const counts = new Map<string | null, number>();
    for (const group of besides(field)) {
      const value = group.values[field];
      counts.set(value, (counts.get(value) ?? 0) + countFitting(group, filter));
    }
    const some = [...counts].filter(([, count]) => count !== 0);
    return sortFacet(some.map(([value, count]) => ({ value, count })));
  };
  const whole = besides();
  const answers = (flag: keyof FlagChoices): AnswersView => {
    const count = (answer: boolean) =>
      whole.reduce((sum, group) => sum + countFitting(group, { ...filter, [flag]: answer }), 0);
    return { yes: count(true), no: count(false) };
  };
  return {
    total: whole.reduce((sum, group) => sum + countFitting(group, filter), 0),
    ...{ isTotalMore: false, estimate: null, areValuesMore: false },
    ...{ status: values("status"), campaign: values("campaign") },
    ...{ gender: values("gender"), type: values("type") },
    ...{ transcript: answers("transcript"), confirmed: answers("confirmed") },
    ...{ phoneOk: answers("phoneOk"), incomplete: answers("incomplete") },
  };
}

/** Where the data has more combinations of values than that, its calls are as soon counted themselves. */
const mostGroups = 50_000;

export async function isZoneKept(zone: string): Promise<boolean> {
  return (await findKeptZone(zone)) === zone;
}

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

type TotalRows = {
  level: TotalLevel;
  /** What is read of each row, over the columns of the sums, of `day` and of the level's key. */
  columns: Prisma.Sql;
  periods: Prisma.Sql;
  /** A condition on the columns of a key. */
  choice?: Prisma.Sql;
};

/** What is read of the totals is too little to be worth what starting helpers or a compiler takes. */
export function queryTotals<Row>(query: Prisma.Sql): Promise<Row[]> {
  return queryWith<Row>(query, {
    settings: { max_parallel_workers_per_gather: "0", jit: "off" },
  });
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

type Group = {
  level: TotalLevel;
  values: Record<KeptField, string | null>;
  gaps: string;
  sums: Record<YesColumn, number>;
};

/**
 * The combinations of values in these days, of each level those that some facet counts: it leaves its
 * own choice out, and all others hold.
 */
async function readGroups(
  filter: RecordingFilter,
  zone: string,
  wanted: TotalLevel[],
  levelOf: (field?: KeptField) => TotalLevel,
): Promise<Group[]> {
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
  const told = JSON.parse(row?.told ?? "[]") as ToldGroup[];
  return told.map(([level, status, campaign, gender, type, gaps, ...sums]) => ({
    ...{ level, gaps, values: { status, campaign, gender, type } },
    sums: Object.fromEntries(yesColumns.map((column, index) => [column, sums[index]])),
  })) as Group[];
}

type Value = string | null;
type ToldGroup = [TotalLevel, Value, Value, Value, Value, string, ...number[]];

function onlyValues(filter: RecordingFilter, ...fields: KeptField[]): RecordingFilter {
  return Object.assign({}, emptyFilter, ...fields.map((field) => ({ [field]: filter[field] })));
}

function countFitting({ gaps, sums }: Group, choices: FlagChoices): number {
  if (!fitsGaps(gaps, choices)) return 0;
  return listTerms(choices).reduce((sum, { sign, column }) => sum + sign * sums[column], 0);
}

function matches(value: string | null, { include, exclude }: ValueFilter): boolean {
  return (include.length === 0 || include.includes(value)) && !exclude.includes(value);
}

/** The most first; among equals by the alphabet, "empty" at the end. */
export function sortFacet(facet: FacetValueView[]): FacetValueView[] {
  return facet.sort(
    (one, other) =>
      other.count - one.count || compareText(one.value ?? "\uffff", other.value ?? "\uffff"),
  );
}

function compareText(one: string, other: string): number {
  return one < other ? -1 : one > other ? 1 : 0;
}
