import "server-only";
import { budgets } from "@/lib/platform/settings/budgets";
import type { RecordingFilter } from "../filter/filter";
import { readFound } from "../query/find-rows";
import type { FacetsView } from "../views/views";
import { type CountBudget, type CountOptions, mayScan, sortFacet } from "./read-totals";
import {
  buildCount,
  buildGroups,
  estimateCalls,
  type Facet,
  type flagFacets,
  type Group,
  groupAll,
  listMisses,
  type valueFacets,
  withoutFacets,
} from "./sql";

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
  const { rows: groups, isAll } = isWhole
    ? { rows: await groupAll(filter, timeZone, signal), isAll: true }
    : await groupFound(filter, timeZone, budget, signal);
  const isMore = !isAll || (!isWhole && sum(groups) > budget.found);
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
  const countFound = async () => {
    // Without a choice of the facets it is what was read already.
    if (listMisses(filter).length === 0) return { count: sum(groups), isAll };
    const bounds = { most: budget.found + 1, looked: budget.looked, signal };
    const read = await readFound<{ count: number }>(filter, timeZone, bounds, buildCount);
    return { count: read.rows[0]?.count ?? 0, isAll: read.isAll };
  };
  return {
    ...(isMore
      ? await estimateTotal(filter, timeZone, budget.found, await countFound())
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
  { count, isAll }: { count: number; isAll: boolean },
): Promise<Pick<FacetsView, "total" | "isTotalMore" | "estimate">> {
  if (isAll && count <= most) return { total: count, isTotalMore: false, estimate: null };
  // That many are certain, and another one is.
  const total = roundDown(Math.min(Math.max(0, count - 1), most));
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
