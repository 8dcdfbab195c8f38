import "server-only";
import type { budgets } from "@/lib/platform/settings/budgets";
import {
  emptyFilter,
  markFields,
  type RecordingFilter,
  type ValueField,
  type ValueFilter,
  valueFields,
} from "../filter/filter";
import { type FlagChoices, fitsGaps, listTerms } from "../totals/counted-call";
import type { AnswersView, FacetsView, FacetValueView } from "../views/views";
import { estimateCalls } from "./sql";
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

function countFitting({ gaps, sums }: TotalGroup, choices: FlagChoices): number {
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

/** How the counts are made: `signal` ends them, and of more calls than the budget they say so. */
export type CountOptions = { signal?: AbortSignal | undefined; budget?: CountBudget };

/** See `budgets.counts`. */
export type CountBudget = Record<keyof typeof budgets.counts, number>;

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
