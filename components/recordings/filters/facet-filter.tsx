"use client";

import { useOptimistic } from "react";
import { type FilterPlace, FilterPopover } from "@/components/list/filter-popover";
import type { FacetField, FacetSelection } from "@/components/recordings/counts/facet-options";
import { countChosen } from "@/components/recordings/counts/facet-tokens";
import { Counted } from "@/components/recordings/counts/list-counts";
import { WhenOpened } from "@/components/ui/overlay/popover";
import { Skeleton } from "@/components/ui/skeleton";
import { FacetValues } from "./facet-values";

export type FacetFilterProps = {
  field: FacetField;
  label: string;
  selection: FacetSelection;
  /** What the address writes for each name of several values. */
  merged: string[][];
  /** The parameters of the list's address that are not this facet's. */
  others: [string, string][];
  place: FilterPlace;
};

/** A filter by value: the button at once, the values and their counts when they have come. */
export function FacetFilter({ selection, merged, place, ...props }: FacetFilterProps) {
  const [chosen, setChosen] = useOptimistic(selection);
  return (
    <FilterPopover
      label={props.label}
      place={place}
      chosen={countChosen(chosen.include, merged) + countChosen(chosen.exclude, merged)}
    >
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
