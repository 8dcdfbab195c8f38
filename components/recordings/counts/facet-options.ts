import { arrangeValues } from "@/components/vocabulary/arrange-values";
import { toValueFace, type ValueFace } from "@/components/vocabulary/to-value-face";
import { noValueLabel } from "@/components/vocabulary/value-labels";
import type { AnswersView, FacetsView } from "@/lib/recordings/counts/views";
import {
  emptyFilter,
  type FlagField,
  firstPage,
  type ValueFilter,
} from "@/lib/recordings/filter/filter";
import { writeRecordingQuery } from "@/lib/recordings/filter/filter-url";
import type { VocabularyView } from "@/lib/vocabulary/views";
import type { VocabularyField } from "@/lib/vocabulary/vocabulary-field";

export const facetFields = ["status", "campaign", "gender", "type"] as const;
export type FacetField = (typeof facetFields)[number];

/** A value to choose: `token` is how the list's address writes it. */
export type FacetOption = ValueFace & { token: string; count: number; group?: string };
export type FacetOptions = Pick<
  FacetsView,
  "total" | "isTotalMore" | "estimate" | "areValuesMore"
> &
  Record<FacetField, FacetOption[]> &
  Record<FlagField, AnswersView>;

/** Which values are chosen, as the list's address writes them, without the sign of negation. */
export type FacetSelection = { include: string[]; exclude: string[] };

/** The values of each facet as the list's address and people call them. */
export function toFacetOptions(facets: FacetsView, vocabulary: VocabularyView): FacetOptions {
  const options = (field: FacetField): FacetOption[] =>
    facets[field].map(({ value, count }) => ({
      token: toToken(field, value),
      label: value ?? noValueLabel(field),
      count,
    }));
  const named = (field: VocabularyField): FacetOption[] =>
    arrangeValues(field, facets[field], ({ value }) => value, vocabulary).map(
      ({ value, count }) => ({
        token: toToken(field, value),
        ...toValueFace(field, value, vocabulary),
        count,
        group: vocabulary[field].get(value ?? "")?.group ?? undefined,
      }),
    );
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

function toToken(field: FacetField, value: string | null): string {
  const filter = { ...emptyFilter, [field]: { include: [value], exclude: [] } };
  return writeRecordingQuery({ filter, page: firstPage }).get(field) ?? "";
}
