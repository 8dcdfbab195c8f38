"use client";

import type { Route } from "next";
import { useState } from "react";
import { useListNavigation } from "@/components/list/list-navigation";
import { toListHref } from "@/components/list/to-list-href";
import { useLatest } from "@/components/list/use-latest";
import type { FacetSelection } from "@/components/recordings/counts/facet-options";
import { useListCounts } from "@/components/recordings/counts/list-counts";
import type { FacetFilterProps } from "./facet-filter";
import { FacetGroups } from "./facet-groups";

type FacetValuesProps = Omit<FacetFilterProps, "selection" | "merged"> & {
  chosen: FacetSelection;
  onChoose: (selection: FacetSelection) => void;
};

const maxPlain = 8;
const maxShown = 100;

/** The values of one facet; more than a few can be searched. */
export function FacetValues({ field, label, chosen, onChoose, others }: FacetValuesProps) {
  const { navigate } = useListNavigation();
  const { value, isStale } = useLatest(useListCounts().options);
  const [search, setSearch] = useState("");

  const all = value[field];
  const sought = search.trim().toLowerCase();
  const found = all.filter(({ label, raw = "" }) =>
    `${label}\n${raw}`.toLowerCase().includes(sought),
  );
  const choose = (selection: FacetSelection) =>
    navigate(facetHref(field, selection, others), { before: () => onChoose(selection) });

  return (
    <div>
      {all.length > maxPlain ? (
        <div className="sticky top-0 z-10 border-line border-b bg-raised p-2">
          <input
            type="search"
            aria-label={`Search in ${label}`}
            placeholder="Search values"
            value={search}
            onChange={(event) => setSearch(event.target.value)}
            className="h-7 w-full rounded bg-transparent px-1.5 text-dense"
          />
        </div>
      ) : null}
      <p aria-hidden className="flex justify-between px-3.5 pt-2.5 text-muted text-xs">
        <span>Is</span>
        <span>Is not</span>
      </p>
      <div className="group/facet p-1.5" data-stale={isStale || undefined}>
        <FacetGroups
          all={all}
          shown={found.slice(0, maxShown)}
          areMore={value.areValuesMore}
          chosen={chosen}
          onChoose={choose}
        />
      </div>
      {found.length > maxShown ? (
        <p className="px-3.5 pb-3 text-muted text-xs">
          {found.length - maxShown} more. Type to narrow them down.
        </p>
      ) : null}
      {found.length === 0 ? <p className="px-3.5 pb-3 text-muted">No values.</p> : null}
      {chosen.include.length + chosen.exclude.length > 0 ? (
        <div className="sticky bottom-0 border-line border-t bg-raised p-1.5">
          <button
            type="button"
            onClick={() => choose({ include: [], exclude: [] })}
            className="h-8 w-full rounded px-2 text-left text-muted hover:bg-hover hover:text-text"
          >
            Clear
          </button>
        </div>
      ) : null}
    </div>
  );
}

function facetHref(
  field: string,
  { include, exclude }: FacetSelection,
  others: [string, string][],
): Route {
  return toListHref([
    ...include.map((token): [string, string] => [field, token]),
    ...exclude.map((token): [string, string] => [field, `!${token}`]),
    ...others,
  ]);
}
