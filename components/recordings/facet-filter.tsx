"use client";

import { Suspense, useOptimistic } from "react";
import { Skeleton } from "@/components/ui/skeleton";
import type { FacetField, FacetOptions, FacetSelection } from "./facet-options";
import { FacetValues } from "./facet-values";
import { FilterPopover } from "./filter-popover";

export type FacetFilterProps = {
  field: FacetField;
  label: string;
  selection: FacetSelection;
  /** The parameters of the list's address that are not this facet's. */
  others: [string, string][];
  options: Promise<FacetOptions>;
};

/** A filter by value: the button at once, the values and their counts when they have come. */
export function FacetFilter({ selection, ...props }: FacetFilterProps) {
  const [chosen, setChosen] = useOptimistic(selection);
  return (
    <FilterPopover label={props.label} chosen={chosen.include.length + chosen.exclude.length}>
      <Suspense fallback={<FacetSkeleton />}>
        <FacetValues chosen={chosen} onChoose={setChosen} {...props} />
      </Suspense>
    </FilterPopover>
  );
}

function FacetSkeleton() {
  return (
    <div className="space-y-3 p-3">
      <Skeleton className="h-4 w-40" />
      <Skeleton className="h-4 w-32" />
      <Skeleton className="h-4 w-36" />
    </div>
  );
}
