import type {
  FacetField,
  FacetOption,
  FacetOptions,
  FacetPart,
  FacetSelection,
} from "@/components/recordings/list-answers";
import { arrangeValues, noValueLabel, toNameView } from "@/components/vocabulary/values";
import { shownBudgets } from "@/lib/platform/settings/budgets";
import { emptyFilter, firstPage, type ValueFilter } from "@/lib/recordings/filter/filter";
import { writeRecordingQuery } from "@/lib/recordings/filter/filter-url";
import type { FacetsView } from "@/lib/recordings/views/views";
import { getMerged, listHeads, mergeCounts } from "@/lib/vocabulary/terms";
import type { VocabularyField, VocabularyView } from "@/lib/vocabulary/views";

/** The values of each facet as the list's address and people call them. */
export function toFacetOptions(facets: FacetsView, vocabulary: VocabularyView): FacetOptions {
  const options = (field: FacetField): FacetOption[] =>
    facets[field].map(({ value, count }) => ({
      token: toToken(field, value),
      label: value ?? noValueLabel(field),
      count,
    }));
  const named = (field: VocabularyField): FacetOption[] =>
    arrangeValues(field, mergeFacet(field, facets, vocabulary), ({ value }) => value, vocabulary)
      // Of calls that are too many to be counted, no more were read than that.
      .map(({ value, count, parts }) => ({
        token: toToken(field, value),
        ...toNameView(field, value, vocabulary),
        count: facets.areValuesMore ? Math.min(count, shownBudgets.counts.found) : count,
        group: getMerged(vocabulary[field], value ?? "").group ?? undefined,
        ...(parts && { parts }),
      }));
  return {
    ...facets,
    status: named("status"),
    campaign: named("campaign"),
    gender: options("gender"),
    type: options("type"),
  };
}

export function toFacetSelection(field: FacetField, filter: ValueFilter): FacetSelection {
  return {
    include: filter.include.map((value) => toToken(field, value)),
    exclude: filter.exclude.map((value) => toToken(field, value)),
  };
}

/** What the list's address writes for each name of several values. */
export function toMergedTokens(
  vocabulary: VocabularyView,
): Partial<Record<FacetField, string[][]>> {
  const tokens = (field: VocabularyField) => {
    const heads = new Set(listHeads(vocabulary[field]).values());
    return [...heads].map((head) =>
      getMerged(vocabulary[field], head).values.map((value) => toToken(field, value)),
    );
  };
  return { status: tokens("status"), campaign: tokens("campaign") };
}

type MergedFacet = { value: string | null; count: number; parts?: FacetPart[] };

/** Values of one name are one, with all of them as its parts, those too that nothing matches. */
function mergeFacet(
  field: VocabularyField,
  facets: FacetsView,
  vocabulary: VocabularyView,
): MergedFacet[] {
  const valued = facets[field].flatMap(({ value, count }) =>
    value === null ? [] : [{ value, count }],
  );
  const countOf = new Map(valued.map(({ value, count }) => [value, count]));
  const merged = mergeCounts(valued, vocabulary[field]).map(
    ({ merged: { values }, count }): MergedFacet => ({
      value: values[0],
      count,
      parts:
        values.length > 1
          ? values.map((value) => ({
              token: toToken(field, value),
              value,
              count: countOf.get(value) ?? 0,
            }))
          : undefined,
    }),
  );
  const empty = facets[field].filter(({ value }) => value === null);
  return [...merged, ...empty].sort((one, other) => other.count - one.count);
}

function toToken(field: FacetField, value: string | null): string {
  const filter = { ...emptyFilter, [field]: { include: [value], exclude: [] } };
  return writeRecordingQuery({ filter, page: firstPage }).get(field) ?? "";
}
