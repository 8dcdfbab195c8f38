"use client";

import { useOptimistic } from "react";
import { Skeleton } from "@/components/ui/skeleton";
import { WhenOpened } from "@/components/ui/when-opened";
import type { FacetField, FacetSelection } from "./facet-options";
import { FacetValues } from "./facet-values";
import { FilterPopover } from "./filter-popover";
import { Counted } from "./list-counts";

export type FacetFilterProps = {
  field: FacetField;
  label: string;
  selection: FacetSelection;
  /** The parameters of the list's address that are not this facet's. */
  others: [string, string][];
};

/** A filter by value: the button at once, the values and their counts when they have come. */
export function FacetFilter({ selection, ...props }: FacetFilterProps) {
  const [chosen, setChosen] = useOptimistic(selection);
  return (
    <FilterPopover label={props.label} chosen={chosen.include.length + chosen.exclude.length}>
      <WhenOpened>
        <Counted fallback={<FacetSkeleton />}>
          <FacetValues chosen={chosen} onChoose={setChosen} {...props} />
        </Counted>
      </WhenOpened>
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
