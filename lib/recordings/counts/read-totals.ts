import "server-only";
import { Prisma } from "@/prisma/client/client";
import {
  emptyFilter,
  markFields,
  type RecordingFilter,
  type ValueField,
  type ValueFilter,
  valueFields,
} from "../filter/filter";
import {
  type FlagChoices,
  fitsGaps,
  listTerms,
  type YesColumn,
  yesColumns,
} from "../totals/counted-call";
import type { AnswersView, FacetsView, FacetValueView } from "../views/views";
import {
  buildChoice,
  buildSums,
  findKeptZone,
  isChosen,
  type KeptField,
  keptFields,
  levels,
  queryTotals,
  type TotalLevel,
} from "./totals-sql";

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

/** Whether the totals can tell of it: of all but a search, changes, minutes, marks and single customers. */
export function canUseTotals(filter: RecordingFilter): boolean {
  const { q, days, changedSince, minutes } = filter;
  const kept: readonly ValueField[] = keptFields;
  return (
    q.trim() === "" &&
    [days, changedSince, minutes.least, minutes.most].every((one) => one === null) &&
    valueFields.every((field) => kept.includes(field) || !isChosen(filter[field])) &&
    markFields.every((field) => !isChosen(filter[field]))
  );
}

/** The fields by which a filter chooses values. */
export function listChosenFields(filter: RecordingFilter): KeptField[] {
  return keptFields.filter((field) => isChosen(filter[field]));
}

/** The level with the fewest rows that tells these fields apart. */
export function chooseLevel(fields: readonly KeptField[]): TotalLevel {
  const isOfPerson = fields.some((field) => field === "gender" || field === "type");
  if (!fields.includes("campaign")) return "person";
  return isOfPerson ? "all" : "campaign";
}
