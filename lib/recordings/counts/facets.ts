import "server-only";
import { budgets } from "@/lib/platform/settings/budgets";
import { emptyFilter, type MarkField, type RecordingFilter } from "../filter/filter";
import { readFound } from "../query/find-rows";
import { buildConditions, buildMinutes, toMark } from "../sql/where";
import { wantZone } from "../totals/totals";
import type { FacetsView, FacetValueView, MarkCountView } from "../views/views";
import { canUseTotals, readFacets, sortFacet } from "./read-totals";
import {
  buildCount,
  buildGroups,
  buildMarkCounts,
  countFitting,
  countMarkedOn,
  estimateCalls,
  type Facet,
  type flagFacets,
  type Group,
  groupAll,
  listMisses,
  type MarkRow,
  type valueFacets,
  withoutFacets,
} from "./sql";

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

function groupFound(
  filter: RecordingFilter,
  timeZone: string,
  most: number,
  signal?: AbortSignal,
): Promise<Group[]> {
  return readFound(
    withoutFacets(filter),
    timeZone,
    most + 1,
    (found) => buildGroups(filter, found),
    signal,
  );
}

async function countFound(
  filter: RecordingFilter,
  timeZone: string,
  most: number,
  signal?: AbortSignal,
): Promise<Pick<FacetsView, "total" | "isTotalMore" | "estimate">> {
  // Without a choice of the facets it is what was read already.
  const rows =
    listMisses(filter).length === 0
      ? [{ count: most + 1 }]
      : await readFound<{ count: number }>(filter, timeZone, most + 1, buildCount, signal);
  const count = rows[0]?.count ?? 0;
  if (count <= most) return { total: count, isTotalMore: false, estimate: null };
  const estimate = roundToTwoDigits(await estimateCalls(filter, timeZone));
  return { total: most, isTotalMore: true, estimate: estimate > most ? estimate : null };
}

/** So that nobody takes it for a count. */
function roundToTwoDigits(count: number): number {
  return Number(count.toPrecision(2));
}

function sum(groups: Group[]): number {
  return groups.reduce((total, { calls }) => total + Number(calls), 0);
}

/** See `budgets.counts`. */
type CountBudget = Record<keyof typeof budgets.counts, number>;

/** Whether all calls of the days of a filter may be read to count them: soon they need not be. */
export async function mayScan(
  filter: RecordingFilter,
  timeZone: string,
  { scanned }: CountBudget,
): Promise<boolean> {
  const { from, to } = filter;
  return (
    canUseTotals(filter) && (await estimateCalls({ ...emptyFilter, from, to }, timeZone)) <= scanned
  );
}

/**
 * How many calls have each of these values of a kind of marks, under the rest of the filter. Exact of
 * values that few have; of others it says how many there are at least.
 */
export async function countMarks(
  ...asked: Parameters<typeof lookAtMarks>
): Promise<MarkCountView[]> {
  const looked = await lookAtMarks(...asked);
  return looked.map(({ value, count, isMore }) => ({ value, count, isMore }));
}

/** How many calls of a filter's days have a mark, by its own index; with `isMore` there are so many at least. */
export async function countMarked(
  field: MarkField,
  value: string,
  filter: RecordingFilter,
  timeZone: string,
  { signal, budget = budgets.counts }: CountOptions = {},
): Promise<Omit<MarkCountView, "value">> {
  const most = budget.scanned;
  const [row] = await countMarkedOn([toMark(field, value)], filter, { timeZone, most, signal });
  const count = row?.count ?? 0;
  return { count: Math.min(count, most), isMore: count > most };
}

/** With `others`, so many calls at least haven't the mark; null: nobody looked at calls, but at marks alone. */
type LookedAt = MarkCountView & { others: number | null };

/** `countMarks`, which tells what it saw besides. */
export async function lookAtMarks(
  field: MarkField,
  values: readonly string[],
  asked: RecordingFilter,
  timeZone: string,
  { signal, budget = budgets.counts }: CountOptions = {},
): Promise<LookedAt[]> {
  if (values.length === 0) return [];
  const filter = { ...asked, [field]: emptyFilter[field] };
  const most = budget.found;
  const marks = values.map((value) => toMark(field, value));
  const all = toCounts(await countMarkedOn(marks, filter, { timeZone, most, signal }));
  const told = (
    found: ReadonlyMap<string | null, number>,
    isMore: (mark: string) => boolean,
    looked: number | null,
  ) =>
    values.map((value) => {
      const mark = toMark(field, value);
      const count = found.get(mark) ?? 0;
      const others = looked === null ? null : Math.max(0, looked - count);
      return { value, count: Math.min(count, most), isMore: isMore(mark), others };
    });
  const isAlone = buildConditions(filter).length + buildMinutes(filter.minutes).length === 0;
  if (isAlone) return told(all, (mark) => (all.get(mark) ?? 0) > most, null);

  const byCount = marks.toSorted((one, other) => (all.get(one) ?? 0) - (all.get(other) ?? 0));
  let left = most;
  const few = byCount.filter((mark) => {
    left -= all.get(mark) ?? 0;
    return left >= 0;
  });
  const many = byCount.slice(few.length);
  const [rare, usual] = await Promise.all([
    few.length > 0 ? countFitting(few, filter, timeZone, signal) : [],
    many.length > 0
      ? readFound<MarkRow>(
          filter,
          timeZone,
          most + 1,
          (found) => buildMarkCounts(found, many),
          signal,
        )
      : [],
  ]);
  const looked = toCounts(usual).get(null) ?? 0;
  const isCut = looked > most;
  const counts = new Map([...toCounts(rare), ...toCounts(usual)]);
  return told(counts, (mark) => isCut && many.includes(mark), looked);
}

function toCounts(rows: MarkRow[]): Map<string | null, number> {
  return new Map(rows.map(({ mark, count }) => [mark, count]));
}
