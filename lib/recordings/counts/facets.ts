import "server-only";
import type { RecordingFilter } from "../filter/filter";
import { wantZone } from "../totals/run-totals";
import { readFacets } from "./read-totals";
import { type CountOptions, scanFacets } from "./scan-facets";
import type { FacetsView, FacetValueView } from "./views";

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
