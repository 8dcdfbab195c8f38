"use client";

import { lazy, Suspense, useOptimistic } from "react";
import { type FilterPlace, FilterPopover } from "@/components/list/filter-popover";
import type { FacetField, FacetSelection } from "@/components/recordings/counts/facet-options";
import { countChosen } from "@/components/recordings/counts/facet-tokens";
import { Counted } from "@/components/recordings/counts/list-counts";
import { WhenOpened } from "@/components/ui/overlay/popover";
import { Skeleton } from "@/components/ui/skeleton";
import type { MarkField } from "@/lib/recordings/filter/filter";

// Nobody chooses a value before the list is there.
const FacetValues = lazy(() =>
  import("./facet-values").then((values) => ({ default: values.FacetValues })),
);
const MarkValues = lazy(() => import("./mark-values"));

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
      className={facetSize}
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

/** The values of a facet in a popover that holds more. */
export function FacetChoice({ selection, merged: _, ...props }: Omit<FacetFilterProps, "place">) {
  const [chosen, setChosen] = useOptimistic(selection);
  return (
    <WhenOpened>
      <Counted fallback={<FacetSkeleton />}>
        <FacetValues chosen={chosen} onChoose={setChosen} {...props} />
      </Counted>
    </WhenOpened>
  );
}

/**
 * Long names of campaigns often differ at their ends alone. A sheet on a phone stands on its lower edge, and
 * keeps its upper one while values come and are searched.
 */
const facetSize = "max-sm:h-[min(24rem,80dvh)] sm:w-100";

export type MarkFilterProps = Omit<FacetFilterProps, "field" | "merged"> & {
  field: MarkField;
  /** Of the list's address. */
  parameter: string;
  /** Begins to fetch the audio of a list's calls once more. @returns whether that could be begun */
  again?: ((parameters: string) => Promise<boolean>) | undefined;
};

/** A filter by marks, whose values and counts are asked for when it is opened. */
export function MarkFilter({ selection, place, ...props }: MarkFilterProps) {
  const [chosen, setChosen] = useOptimistic(selection);
  return (
    <FilterPopover
      label={props.label}
      place={place}
      className={facetSize}
      chosen={chosen.include.length + chosen.exclude.length}
    >
      <WhenOpened>
        <Suspense fallback={<FacetSkeleton />}>
          <MarkValues chosen={chosen} onChoose={setChosen} {...props} />
        </Suspense>
      </WhenOpened>
    </FilterPopover>
  );
}

export function FacetSkeleton() {
  return (
    <div className="space-y-3 p-3">
      <Skeleton className="h-4 w-40" />
      <Skeleton className="h-4 w-32" />
      <Skeleton className="h-4 w-36" />
    </div>
  );
}
