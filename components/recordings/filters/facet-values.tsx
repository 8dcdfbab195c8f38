"use client";

import type { Route } from "next";
import { useState } from "react";
import { toListHref } from "@/components/list/href";
import { useLatest, useListNavigation } from "@/components/list/navigation";
import { useListCounts } from "@/components/recordings/counts/list-counts";
import {
  type FacetOption,
  type FacetSelection,
  toTokens,
} from "@/components/recordings/list-answers";
import { gatherGroups } from "@/lib/vocabulary/terms";
import { FacetRow, type FacetRowProps, filterValueTexts } from "./facet-row";
import type { FacetFilterProps } from "./filter-controls";

type FacetValuesProps = Omit<FacetFilterProps, "selection" | "merged" | "place"> & {
  chosen: FacetSelection;
  onChoose: (selection: FacetSelection) => void;
};

/** The values of one facet, as they are counted with the list. */
export function FacetValues({ field, ...props }: FacetValuesProps) {
  const { value, isStale } = useLatest(useListCounts().options);
  const options = value[field];
  return (
    <FacetList
      {...props}
      parameter={field}
      options={options}
      isStale={isStale}
      areMore={value.areValuesMore}
    />
  );
}

const maxPlain = 8;
const maxShown = 100;

export type FacetListProps = Omit<FacetValuesProps, "field"> & {
  parameter: string;
  options: FacetOption[];
  isStale: boolean;
  /** The counts are reached at least. */
  areMore: boolean;
  /** What can be done with what is chosen. */
  footer?: React.ReactNode;
};

/** Values to choose from; more than a few can be searched. */
export function FacetList(props: FacetListProps) {
  const t = filterValueTexts();
  const { parameter, label, options: all, chosen, onChoose, others, isStale, areMore } = props;
  const { navigate, announce } = useListNavigation();
  const [search, setSearch] = useState("");

  const sought = search.trim().toLowerCase();
  const found = all.filter(({ label, raw = "" }) =>
    `${label}\n${raw}`.toLowerCase().includes(sought),
  );
  const choose = (selection: FacetSelection) =>
    navigate(facetHref(parameter, selection, others), { before: () => onChoose(selection) });

  return (
    <div>
      {all.length > maxPlain ? (
        <div className="sticky top-0 z-10 border-line border-b bg-raised p-2">
          <input
            type="search"
            aria-label={t.searchIn(label)}
            placeholder={t.searchValues}
            value={search}
            onChange={(event) => setSearch(event.target.value)}
            className="h-7 w-full rounded bg-transparent px-1.5 text-dense"
          />
        </div>
      ) : null}
      <p aria-hidden className="flex justify-between px-3.5 pt-2.5 text-muted text-xs">
        <span>{t.is}</span>
        <span>{t.isNot}</span>
      </p>
      <div className="group/facet p-1.5" data-stale={isStale || undefined}>
        <FacetGroups
          all={all}
          shown={found.slice(0, maxShown)}
          areMore={areMore}
          chosen={chosen}
          onChoose={choose}
          onPress={(selection) => announce(facetHref(parameter, selection, others))}
        />
      </div>
      {found.length > maxShown ? (
        <p className="px-3.5 pb-3 text-muted text-xs">{t.more(found.length - maxShown)}</p>
      ) : null}
      {found.length === 0 ? <p className="px-3.5 pb-3 text-muted">{t.noValues}</p> : null}
      {props.footer}
      {chosen.include.length + chosen.exclude.length > 0 ? (
        <div className="sticky bottom-0 border-line border-t bg-raised p-1.5">
          <button
            type="button"
            onClick={() => choose({ include: [], exclude: [] })}
            className="h-8 w-full rounded px-2 text-left text-muted hover:bg-hover hover:text-text"
          >
            {t.clear}
          </button>
        </div>
      ) : null}
    </div>
  );
}

function facetHref(field: string, selection: FacetSelection, others: [string, string][]): Route {
  return toListHref([...writeSelection(field, selection), ...others]);
}

/** As the list's address has it. */
export function writeSelection(
  parameter: string,
  { include, exclude }: FacetSelection,
): [string, string][] {
  return [...include, ...exclude.map((token) => `!${token}`)].map((token) => [parameter, token]);
}

type FacetGroupsProps = Omit<FacetRowProps, "option"> & {
  /** Every value of the facet, and those of them that are shown. */
  all: FacetOption[];
  shown: FacetOption[];
};

/** The values of a facet; those of a group under its heading, which chooses them all. */
function FacetGroups({ all, shown, ...row }: FacetGroupsProps) {
  const t = filterValueTexts();
  const groups = gatherGroups(shown, ({ group }) => group);
  return groups.map(({ group, items }, index) => (
    <div key={group ?? ""}>
      {group !== null ? (
        <FacetGroupHeading
          group={group}
          members={all.filter((option) => option.group === group).flatMap(toTokens)}
          chosen={row.chosen}
          onChoose={row.onChoose}
        />
      ) : index > 0 ? (
        <p className="px-2 pt-2 pb-1 font-medium text-muted text-xs">{t.others}</p>
      ) : null}
      <ul aria-label={group ?? undefined}>
        {items.map((option) => (
          <FacetRow key={option.token} option={option} {...row} />
        ))}
      </ul>
    </div>
  ));
}

type FacetGroupHeadingProps = {
  group: string;
  /** The values of the group. */
  members: string[];
  chosen: FacetSelection;
  onChoose: (selection: FacetSelection) => void;
};

/** Chooses every value of a group, or none of them. */
function FacetGroupHeading({ group, members, chosen, onChoose }: FacetGroupHeadingProps) {
  const count = members.filter((token) => chosen.include.includes(token)).length;
  const isAll = count === members.length;
  const isOther = (token: string) => !members.includes(token);
  const rest = chosen.include.filter(isOther);
  return (
    <label className="flex min-h-8 pointer-coarse:min-h-10 items-center gap-2.5 rounded px-2 pt-1 font-medium text-muted text-xs hover:bg-hover">
      <input
        type="checkbox"
        aria-label={filterValueTexts().allOf(group)}
        checked={isAll}
        ref={(input) => {
          if (input) input.indeterminate = count > 0 && !isAll;
        }}
        onChange={() =>
          onChoose({
            include: isAll ? rest : [...rest, ...members],
            exclude: isAll ? chosen.exclude : chosen.exclude.filter(isOther),
          })
        }
        className="size-3.5 shrink-0 accent-accent-solid"
      />
      <bdi className="truncate">{group}</bdi>
    </label>
  );
}
