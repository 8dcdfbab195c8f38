import "server-only";
import { queryWith } from "@/lib/platform/database/db";
import { budgets } from "@/lib/platform/settings/budgets";
import { Prisma } from "@/prisma/client/client";
import { emptyFilter, type RecordingFilter } from "../filter/filter";
import { readFound } from "../query/find-rows";
import { buildConditions, buildWhere, flagColumns } from "../sql/where";
import { wantZone } from "../totals/run-totals";
import type { FacetsView, FacetValueView } from "../views/views";
import { type CountBudget, estimateCalls, mayScan } from "./estimate-calls";
import { readFacets, sortFacet } from "./read-totals";

type FacetOptions = CountOptions & {
  /** Values that are listed however few calls have them, where any has. */
  always?: Partial<Record<ListedField, readonly string[]>>;
};

/**
 * The values that the data has, with counts that ignore their own field's choice. Exact: from the
 * kept totals where these can tell, otherwise from the recordings themselves; but where these are more
 * than the budget they say how many there are at least.
 */
export async function countFacets(
  filter: RecordingFilter,
  timeZone: string,
  { always = {}, ...options }: FacetOptions = {},
): Promise<FacetsView> {
  wantZone(timeZone);
  const facets =
    (await readFacets(filter, timeZone)) ?? (await scanFacets(filter, timeZone, options));
  const withChosen = (field: ListedField) => ({
    [field]: listChosen(facets[field], filter[field], always[field] ?? []),
  });
  return Object.assign(facets, ...listedFields.map(withChosen));
}

const listedFields = ["status", "campaign", "gender", "type"] as const;
type ListedField = (typeof listedFields)[number];
const maxValues = 500;

/** Chosen values are listed even when nothing matches them, so that they can be taken back. */
function listChosen(
  counted: FacetValueView[],
  { include, exclude }: RecordingFilter[ListedField],
  always: readonly string[],
): FacetValueView[] {
  const wanted = new Set<string | null>(always);
  const most = counted.filter(({ value }, index) => index < maxValues || wanted.has(value));
  const listed = new Set(most.map(({ value }) => value));
  const missing = [...new Set([...include, ...exclude])].filter((value) => !listed.has(value));
  const countOf = new Map(counted.map(({ value, count }) => [value, count]));
  return [...most, ...missing.map((value) => ({ value, count: countOf.get(value) ?? 0 }))];
}

/** How the counts are made: `signal` ends them, and of more calls than the budget they say so. */
export type CountOptions = { signal?: AbortSignal | undefined; budget?: CountBudget };

/**
 * The counts of the facets by reading what matches the rest of the filter, once: each group of equal
 * calls says which of the facets' choices it fits.
 */
export async function scanFacets(
  filter: RecordingFilter,
  timeZone: string,
  { signal, budget = budgets.counts }: CountOptions = {},
): Promise<FacetsView> {
  const isWhole = await mayScan(filter, timeZone, budget);
  const groups = isWhole
    ? await groupAll(filter, timeZone, signal)
    : await groupFound(filter, timeZone, budget.found, signal);
  const isMore = !isWhole && sum(groups) > budget.found;
  // One more was read, to know that there are more.
  const atMost = (count: number) => (isMore ? Math.min(count, budget.found) : count);
  const whole = groups.filter(({ misses }) => misses.length === 0);
  const besides = (facet: Facet) =>
    groups.filter(({ misses }) => misses.every((missed) => missed === facet));
  const values = (facet: (typeof valueFacets)[number]) => {
    const counts = new Map<string | null, number>();
    for (const { [facet]: value, calls } of besides(facet)) {
      counts.set(value || null, (counts.get(value || null) ?? 0) + Number(calls));
    }
    return sortFacet([...counts].map(([value, count]) => ({ value, count: atMost(count) })));
  };
  const answers = (facet: (typeof flagFacets)[number]) => ({
    yes: atMost(sum(besides(facet).filter(({ [facet]: answer }) => answer === true))),
    no: atMost(sum(besides(facet).filter(({ [facet]: answer }) => answer === false))),
  });
  return {
    ...(isMore
      ? await countFound(filter, timeZone, budget.found, signal)
      : { total: sum(whole), isTotalMore: false, estimate: null }),
    areValuesMore: isMore,
    status: values("status"),
    campaign: values("campaign"),
    gender: values("gender"),
    type: values("type"),
    transcript: answers("transcript"),
    confirmed: answers("confirmed"),
    phoneOk: answers("phoneOk"),
    incomplete: answers("incomplete"),
  };
}

const valueFacets = ["status", "campaign", "gender", "type"] as const;
const flagFacets = ["transcript", "confirmed", "phoneOk", "incomplete"] as const;
type Facet = (typeof valueFacets)[number] | (typeof flagFacets)[number];

type Group = Record<(typeof valueFacets)[number], string | null> &
  Record<(typeof flagFacets)[number], boolean | null> & {
    calls: bigint;
    /** The facets whose choice these calls don't fit. */
    misses: Facet[];
  };

/** Whoever fits all choices but two is counted nowhere. */
function groupAll(
  filter: RecordingFilter,
  timeZone: string,
  signal?: AbortSignal,
): Promise<Group[]> {
  const misses = listMisses(filter);
  const isCounted =
    misses.length < 2
      ? Prisma.sql`true`
      : Prisma.sql`${Prisma.join(
          misses.map(({ isMissed }) => Prisma.sql`(${isMissed})::int`),
          " + ",
        )} < 2`;
  const query = Prisma.sql`
    SELECT ${buildGroup(filter)} FROM recording
    WHERE ${buildWhere(withoutFacets(filter), { timeZone })} AND ${isCounted}
    GROUP BY 1, 2, 3, 4, 5, 6, 7, 8, 9`;
  return queryWith(query, { signal });
}

function groupFound(
  filter: RecordingFilter,
  timeZone: string,
  most: number,
  signal?: AbortSignal,
): Promise<Group[]> {
  const build = (found: Prisma.Sql) => Prisma.sql`
    SELECT ${buildGroup(filter)} FROM (${found}) AS recording
    GROUP BY 1, 2, 3, 4, 5, 6, 7, 8, 9`;
  return readFound(withoutFacets(filter), timeZone, most + 1, build, signal);
}

async function countFound(
  filter: RecordingFilter,
  timeZone: string,
  most: number,
  signal?: AbortSignal,
): Promise<Pick<FacetsView, "total" | "isTotalMore" | "estimate">> {
  const build = (found: Prisma.Sql) => Prisma.sql`
    SELECT count(*)::int AS count FROM (${found}) AS recording`;
  // Without a choice of the facets it is what was read already.
  const rows =
    listMisses(filter).length === 0
      ? [{ count: most + 1 }]
      : await readFound<{ count: number }>(filter, timeZone, most + 1, build, signal);
  const count = rows[0]?.count ?? 0;
  if (count <= most) return { total: count, isTotalMore: false, estimate: null };
  const estimate = roundToTwoDigits(await estimateCalls(filter, timeZone));
  return { total: most, isTotalMore: true, estimate: estimate > most ? estimate : null };
}

/** So that nobody takes it for a count. */
function roundToTwoDigits(count: number): number {
  return Number(count.toPrecision(2));
}

function buildGroup(filter: RecordingFilter): Prisma.Sql {
  const missed = listMisses(filter).map(
    ({ facet, isMissed }) => Prisma.sql`CASE WHEN ${isMissed} THEN ${facet} END`,
  );
  const misses =
    missed.length > 0
      ? Prisma.sql`array_remove(ARRAY[${Prisma.join(missed)}]::text[], NULL)`
      : Prisma.sql`'{}'::text[]`;
  return Prisma.sql`status, campaign, customer_gender AS gender, customer_type AS type,
    ${flagColumns.transcript} AS transcript, ${flagColumns.confirmed} AS confirmed,
    ${flagColumns.phoneOk} AS "phoneOk", ${flagColumns.incomplete} AS incomplete,
    ${misses} AS misses, count(*) AS calls`;
}

function listMisses(filter: RecordingFilter): { facet: Facet; isMissed: Prisma.Sql }[] {
  return [...valueFacets, ...flagFacets].flatMap((facet) => {
    const conditions = buildConditions({ ...emptyFilter, [facet]: filter[facet] });
    if (conditions.length === 0) return [];
    return [{ facet, isMissed: Prisma.sql`(${Prisma.join(conditions, " AND ")}) IS NOT TRUE` }];
  });
}

function withoutFacets(filter: RecordingFilter): RecordingFilter {
  const open = [...valueFacets, ...flagFacets].map((facet) => [facet, emptyFilter[facet]]);
  return { ...filter, ...Object.fromEntries(open) };
}

function sum(groups: Group[]): number {
  return groups.reduce((total, { calls }) => total + Number(calls), 0);
}
