import "server-only";
import { budgets } from "@/lib/platform/settings/budgets";
import {
  emptyFilter,
  type FlagField,
  markFields,
  type RecordingFilter,
  type ValueField,
  type ValueFilter,
  valueFields,
} from "../filter/filter";
import { readFound } from "../query/find-rows";
import { type FlagChoices, fitsGaps, listTerms } from "../totals/counted-call";
import type { AnswersView, FacetsView, FacetValueView } from "../views/views";
import { type CountBudget, type CountOptions, type FoundDays, readFoundDays } from "./found-days";
import {
  buildGroups,
  estimateCalls,
  type Facet,
  type Group,
  groupAll,
  listMisses,
  withoutFacets,
} from "./sql";
import {
  chooseLevel,
  findKeptZone,
  isChosen,
  type KeptField,
  keptFields,
  listChosenFields,
  mostGroups,
  readGroups,
  type TotalGroup,
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
    isTotalMore: false,
    estimate: null,
    areValuesMore: false,
    ...tellFacets(values, answers),
  };
}

function countFitting({ gaps, sums }: TotalGroup, choices: FlagChoices): number {
  if (!fitsGaps(gaps, choices)) return 0;
  return listTerms(choices).reduce((sum, { sign, column }) => sum + sign * sums[column], 0);
}

function matches(value: string | null, { include, exclude }: ValueFilter): boolean {
  return (include.length === 0 || include.includes(value)) && !exclude.includes(value);
}

/**
 * The counts of the facets by reading what matches the rest of the filter, once: each group of equal
 * calls says which of the facets' choices it fits.
 */
export async function scanFacets(
  filter: RecordingFilter,
  timeZone: string,
  options: CountOptions = {},
): Promise<FacetsView> {
  const { signal, budget = budgets.counts } = options;
  const { readOnce = () => readFoundDays(filter, timeZone, options) } = options;
  const isWhole = await mayScan(filter, timeZone, budget);
  const { rows: groups, isAll } = isWhole
    ? { rows: await groupAll(filter, timeZone, signal), isAll: true }
    : await groupFound(filter, timeZone, budget, signal);
  const isMore = !isAll || (!isWhole && sum(groups) > budget.found);
  // One more was read, to know that there are more.
  const atMost = (count: number) => (isMore ? Math.min(count, budget.found) : count);
  const whole = groups.filter(({ misses }) => misses.length === 0);
  const besides = (facet: Facet) =>
    groups.filter(({ misses }) => misses.every((missed) => missed === facet));
  const values = (facet: KeptField) => {
    const counts = new Map<string | null, number>();
    for (const { [facet]: value, calls } of besides(facet)) {
      counts.set(value || null, (counts.get(value || null) ?? 0) + Number(calls));
    }
    return sortFacet([...counts].map(([value, count]) => ({ value, count: atMost(count) })));
  };
  const answers = (facet: FlagField) => ({
    yes: atMost(sum(besides(facet).filter(({ [facet]: answer }) => answer === true))),
    no: atMost(sum(besides(facet).filter(({ [facet]: answer }) => answer === false))),
  });
  const countFound = async () => {
    // Without a choice of the facets it is what was read already.
    if (listMisses(filter).length === 0) return { calls: sum(groups), isAll: false };
    return readOnce();
  };
  return {
    ...(isMore
      ? await estimateTotal(filter, timeZone, budget.found, await countFound())
      : { total: sum(whole), isTotalMore: false, estimate: null }),
    areValuesMore: isMore,
    ...tellFacets(values, answers),
  };
}

function groupFound(
  filter: RecordingFilter,
  timeZone: string,
  { found: most, looked }: CountBudget,
  signal?: AbortSignal,
): Promise<{ rows: Group[]; isAll: boolean }> {
  const bounds = { most: most + 1, looked, signal };
  return readFound(withoutFacets(filter), timeZone, bounds, (found) => buildGroups(filter, found));
}

async function estimateTotal(
  filter: RecordingFilter,
  timeZone: string,
  most: number,
  { calls, isAll }: Pick<FoundDays, "calls" | "isAll">,
): Promise<Pick<FacetsView, "total" | "isTotalMore" | "estimate">> {
  if (isAll) return { total: calls, isTotalMore: false, estimate: null };
  // That many are certain, and another one is.
  const total = roundDown(Math.min(Math.max(0, calls - 1), most));
  const estimate = roundToTwoDigits(await estimateCalls(filter, timeZone));
  return { total, isTotalMore: true, estimate: estimate > total ? estimate : null };
}

/** So that nobody takes it for a count. */
export function roundToTwoDigits(count: number): number {
  return Number(count.toPrecision(2));
}

function roundDown(count: number): number {
  const rounded = roundToTwoDigits(count);
  return rounded <= count ? rounded : rounded - 10 ** (Math.floor(Math.log10(count)) - 1);
}

function sum(groups: Group[]): number {
  return groups.reduce((total, { calls }) => total + Number(calls), 0);
}

/** What is told of each facet by how its choices are counted. */
function tellFacets(
  values: (facet: KeptField) => FacetValueView[],
  answers: (facet: FlagField) => AnswersView,
) {
  return {
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

/** The most first; among equals by the alphabet, "empty" at the end. */
function sortFacet(facet: FacetValueView[]): FacetValueView[] {
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
