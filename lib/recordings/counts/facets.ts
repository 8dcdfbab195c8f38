import "server-only";
import { budgets } from "@/lib/platform/settings/budgets";
import type { RecordingFilter } from "../filter/filter";
import { readFound } from "../query/find-rows";
import type { FacetsView } from "../views/views";
import { type CountOptions, mayScan, sortFacet } from "./read-totals";
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
