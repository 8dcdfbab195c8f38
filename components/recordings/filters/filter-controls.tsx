"use client";

import { type ComponentProps, lazy, useOptimistic, useState } from "react";
import { type FilterPlace, FilterPopover } from "@/components/list/filter-popover";
import { toListHref } from "@/components/list/href";
import { useListNavigation } from "@/components/list/navigation";
import { Counted } from "@/components/recordings/counts/list-counts";
import {
  countChosen,
  type FacetField,
  type FacetSelection,
} from "@/components/recordings/list-answers";
import { Button } from "@/components/ui/controls/button";
import { Field } from "@/components/ui/controls/field";
import { WhenOpened } from "@/components/ui/overlay/popover";
import { PanelSkeleton, Skeleton } from "@/components/ui/page/placeholders";
import { texts } from "@/lib/language/texts";
import type { MarkField } from "@/lib/recordings/filter/filter";
import type { HeardCountProps } from "./heard-counted";
import type { ProtectListProps } from "./protect-calls";

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
      <FacetBody chosen={chosen} onChoose={setChosen} {...props} />
    </FilterPopover>
  );
}

/** The values of a facet in a popover that holds more. */
export function FacetChoice({ selection, merged: _, ...props }: Omit<FacetFilterProps, "place">) {
  const [chosen, setChosen] = useOptimistic(selection);
  return <FacetBody chosen={chosen} onChoose={setChosen} {...props} />;
}

function FacetBody(props: ComponentProps<typeof FacetValues>) {
  return (
    <WhenOpened>
      <Counted fallback={<PanelSkeleton />}>
        <FacetValues {...props} />
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
      <WhenOpened fallback={<PanelSkeleton />}>
        <MarkValues chosen={chosen} onChoose={setChosen} {...props} />
      </WhenOpened>
    </FilterPopover>
  );
}

const Calendar = lazy(() => import("@/components/ui/controls/calendar"));

type DateCalendarProps = {
  from: string | null;
  to: string | null;
  today: string;
  /** The parameters of the list's address that are no days. */
  others: [string, string][];
};

/** Chooses the list's days in a month; its script comes when it is opened. */
export function DateCalendar({ from, to, today, others }: DateCalendarProps) {
  const { navigate } = useListNavigation();
  return (
    <WhenOpened className="h-71" fallback={<Skeleton className="h-full" />}>
      <Calendar
        from={from}
        to={to}
        today={today}
        onChoose={(first, last) => navigate(toListHref([...others, ["from", first], ["to", last]]))}
      />
    </WhenOpened>
  );
}

/** Two numbers that the list's address holds as one parameter, `2..10`. */
export function MinutesRange({ least, most }: { least: number | null; most: number | null }) {
  const t = filterTexts();
  const [range, setRange] = useState({ least: least ?? "", most: most ?? "" });
  const isOpen = range.least === "" && range.most === "";
  return (
    <>
      <input type="hidden" name="minutes" value={isOpen ? "" : `${range.least}..${range.most}`} />
      <div className="grid grid-cols-2 gap-2">
        <Field
          label={t.atLeast}
          {...wholeNumber}
          value={range.least}
          onChange={(event) => setRange({ ...range, least: event.target.value })}
        />
        <Field
          label={t.atMost}
          {...wholeNumber}
          value={range.most}
          onChange={(event) => setRange({ ...range, most: event.target.value })}
        />
      </div>
      <div className="flex justify-end">
        <Button type="submit" size="small">
          {t.apply}
        </Button>
      </div>
    </>
  );
}

const wholeNumber = {
  type: "number",
  min: 0,
  max: 100_000,
  step: 1,
  inputMode: "numeric",
} as const;

const HeardCounted = lazy(() => import("./heard-counted"));

/** How many calls somebody has heard, or not, once one looks. */
export function HeardCount(props: HeardCountProps) {
  return (
    <WhenOpened className="pr-2 text-muted text-xs tabular-nums">
      <HeardCounted {...props} />
    </WhenOpened>
  );
}

const ProtectList = lazy(() => import("./protect-calls"));

/** Protects a list, once the popover that it stands in is open. */
export function ProtectSlot(props: ProtectListProps) {
  return (
    <WhenOpened fallback={<div className="h-8" />}>
      <ProtectList {...props} />
    </WhenOpened>
  );
}

export const filterTexts = texts("recordingFilters", {
  atLeast: "At least",
  atMost: "At most",
  apply: "Apply",
});
