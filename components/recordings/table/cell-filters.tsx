"use client";

import { ListFilter } from "lucide-react";
import { type RefObject, useEffect, useState } from "react";
import { createPortal } from "react-dom";
import { countFormat } from "@/components/format/numbers";
import {
  describeValueFilter,
  FilterMenuItems,
  toValueHrefs,
} from "@/components/recordings/filters/filter-menu";
import type { RowViewModel } from "@/components/recordings/list-answers";
import { Popover } from "@/components/ui/overlay/popover";
import { texts } from "@/lib/language/texts";
import { readValue } from "@/lib/list/list-page";
import { parseRecordingQuery } from "@/lib/recordings/filter/filter-url";

export type ValueFilters = {
  /** The parameters of the list's address, without a cursor. */
  parameters: string;
  openId: string | null;
  /** What the list's address writes for each name of several values. */
  merged: Partial<Record<Field, string[][]>>;
};

const fields = ["campaign", "status", "type", "gender"] as const;
type Field = (typeof fields)[number];

/** What can't be seen takes no click from the row's link below it; keys reach it. */
const hidden = "cell-filter pointer-events-none opacity-0";

type CellFiltersProps = ValueFilters & {
  table: RefObject<HTMLElement | null>;
  /** Where a mouse came to before the menus were loaded. */
  pointedX: RefObject<number | undefined>;
  rows: RowViewModel[];
};

/** In the row that is pointed at or has the focus: at each value the menu that filters by it. */
export default function CellFilters({ table, pointedX, rows, ...filters }: CellFiltersProps) {
  "use no memo";
  const hand = useRowInHand(table, pointedX);
  const margin = hand?.row.querySelector(".call-margin");
  const row = rows.find(({ id }) => id === hand?.row.dataset.id);
  if (!hand || !margin || !row) return null;
  const query = readQuery(filters);
  return hand.places.map(({ field, left, top }) => {
    const { label, values } = readFiltered(row, field, filters.merged);
    return createPortal(
      <Popover
        triggerLabel={describeValueFilter(field, label)}
        triggerTabIndex={-1}
        triggerClassName={field === hand.near ? "cell-filter" : hidden}
        triggerStyle={{ left, top }}
        trigger={<ListFilter aria-hidden className="size-3.5" />}
        className="sm:w-64"
      >
        <FilterMenuItems {...toValueHrefs(field, values, query)} label={label} isInList />
      </Popover>,
      margin,
      `${row.id} ${field}`,
    );
  });
}

type FilterBySelectedProps = ValueFilters & { row: RowViewModel; className: string };

/** The same of a selected row: a finger points at nothing. */
export function FilterBySelected({ row, className, ...filters }: FilterBySelectedProps) {
  "use no memo";
  const query = readQuery(filters);
  return (
    <Popover triggerClassName={className} trigger={selectionTexts().filter} className="sm:w-64">
      {fields
        .filter((field) => field in row || field in row.more)
        .map((field) => {
          const { label, values } = readFiltered(row, field, filters.merged);
          return (
            <FilterMenuItems
              key={field}
              {...toValueHrefs(field, values, query)}
              label={label}
              isInList
            />
          );
        })}
    </Popover>
  );
}

function readQuery({ parameters, openId }: ValueFilters) {
  const { filter, page } = parseRecordingQuery(new URLSearchParams(parameters));
  return { filter, page: { ...page, open: openId } };
}

/** What the row says in a cell, and the values that the list is filtered by; null is none. */
function readFiltered(
  row: RowViewModel,
  field: Field,
  merged: ValueFilters["merged"],
): { label: string; values: (string | null)[] } {
  const t = selectionTexts();
  if (field === "type" || field === "gender") {
    const value = row.more[field] ?? null;
    return { label: value ?? t.none, values: [value] };
  }
  const isStatus = field === "status";
  const label = isStatus ? row.status : (row.campaign ?? t.noCampaign);
  const value = isStatus
    ? (row.statusRaw ?? (row.hasNoStatus ? null : row.status))
    : (row.campaignRaw ?? row.campaign);
  const named = merged[field]?.map((tokens) => tokens.map(readValue));
  return { label, values: named?.find((values) => values.includes(value ?? "")) ?? [value] };
}

type RowInHand = {
  row: HTMLElement;
  places: { field: Field; from: number; left: number; top: number }[];
  /** The field whose cell is pointed at. */
  near: Field | null;
};

/** Stays the same row while a menu in it is open. */
function useRowInHand(
  table: RefObject<HTMLElement | null>,
  pointedX: CellFiltersProps["pointedX"],
): RowInHand | null {
  "use no memo";
  const [hand, setHand] = useState<RowInHand | null>(null);

  useEffect(() => {
    const list = table.current;
    if (!list) return;
    const take = (target: EventTarget | null, x?: number) => {
      const row = target instanceof Element ? target.closest<HTMLElement>("tr[data-id]") : null;
      setHand((now) => {
        if (now?.row.querySelector(":popover-open")) return now;
        const taken = now?.row === row ? now : row && { row, places: placesIn(row), near: null };
        const near = (taken && x !== undefined && fieldAt(taken, x)) || null;
        return taken && taken.near !== near ? { ...taken, near } : taken;
      });
    };
    const leaving = new AbortController();
    const options = { signal: leaving.signal };
    list.addEventListener(
      "pointermove",
      ({ pointerType, target, clientX }) => {
        if (pointerType === "mouse") take(target, clientX);
      },
      options,
    );
    // Under a finger that is about to open the row nothing may appear.
    const takeFocused = () => take(list.querySelector(":focus-visible"));
    list.addEventListener(
      "focusin",
      ({ target }) => {
        if (target instanceof Element && target.matches(":focus-visible")) takeFocused();
      },
      options,
    );
    list.addEventListener("pointerleave", takeFocused, options);
    const hovered = matchMedia("(hover: hover)").matches && list.querySelector("tr[data-id]:hover");
    if (hovered) take(hovered, pointedX.current);
    else takeFocused();
    return () => leaving.abort();
  }, [table, pointedX]);

  return hand;
}

/** At the end of each cell that has a place: which ones do depends on the width and on the columns. */
function placesIn(row: HTMLElement): RowInHand["places"] {
  // Below a heading.
  const begin = row.querySelector<HTMLElement>(".call-margin")?.offsetTop ?? 0;
  return fields.flatMap((field) => {
    const cell = row.querySelector<HTMLElement>(`.call-${field}`);
    if (!cell || cell.offsetWidth === 0) return [];
    const { offsetLeft, offsetWidth, offsetTop, offsetHeight } = cell;
    const left = offsetLeft + offsetWidth - 26;
    return [{ field, from: offsetLeft, left, top: offsetTop - begin + offsetHeight / 2 - 12 }];
  });
}

function fieldAt({ row, places }: RowInHand, x: number): Field | undefined {
  const at = x - row.getBoundingClientRect().left;
  return places.find(({ from, left }) => at >= from && at <= left + 26)?.field;
}

/** What is said of the row that is pointed at, and of selected ones. */
export const selectionTexts = texts("recordingsSelection", {
  none: "none",
  noCampaign: "No campaign",
  filter: "Filter",
  selectedCalls: "Selected calls",
  selected: (count: number) => `${countFormat.format(count)} selected`,
  copyIds: "Copy ids",
  idsCopied: "Ids copied",
  copyLinks: "Copy links",
  linksCopied: "Links copied",
  notCopied: "Couldn’t copy",
  clearSelection: "Clear selection",
});
