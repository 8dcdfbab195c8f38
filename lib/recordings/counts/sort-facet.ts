import type { FacetValueView } from "./views";

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
