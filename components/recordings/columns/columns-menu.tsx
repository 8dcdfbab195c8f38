"use client";

import { Columns3, SlidersHorizontal } from "lucide-react";
import { lazy, useSyncExternalStore } from "react";
import { toolButtonStyle, toolLabelStyle } from "@/components/list/filter-popover";
import { newStore } from "@/components/live/store";
import { Popover, WhenOpened } from "@/components/ui/overlay/popover";
import { texts } from "@/lib/language/texts";
import type { ColumnChoice, Density, TableView } from "@/lib/recordings/filter/list-view";

const ColumnChooser = lazy(() => import("./column-chooser"));

export type ColumnsMenuProps = {
  columns: ColumnChoice;
  density: Density;
  /** The parameters of the list's address that are not the columns. */
  others: [string, string][];
};

/**
 * Which columns the table has, in what order, and how close its rows stand. Where the list has cards
 * instead, there is only how these look.
 */
export function ColumnsMenu(props: ColumnsMenuProps) {
  "use no memo";
  const t = columnsMenuTexts();
  return (
    <Popover
      triggerClassName={toolButtonStyle}
      trigger={
        <>
          <Columns3 aria-hidden className="size-3.5 max-xl:hidden" />
          <SlidersHorizontal aria-hidden className="size-3.5 xl:hidden" />
          <span className={`max-xl:hidden ${toolLabelStyle}`}>{t.columns}</span>
          <span className={`xl:hidden ${toolLabelStyle}`}>{t.display}</span>
        </>
      }
      className="w-72"
    >
      <WhenOpened fallback={<div className="h-19 xl:h-96" />}>
        <ColumnChooser {...props} />
      </WhenOpened>
    </Popover>
  );
}

/** What of a table's look its rows are drawn by. */
export type TableLook = Pick<TableView, "times" | "hasDividers">;

const chosen = newStore<TableLook | null>(null);

/** Draws the table by it at once; the page that comes next has it from the server. */
export const chooseLook = chosen.set;

/** As it was chosen in this tab, else as the server knows it. */
export function useTableLook(given: TableLook): TableLook {
  return useSyncExternalStore(chosen.watch, chosen.read, () => null) ?? given;
}

export const columnsMenuTexts = texts("columnsMenu", {
  columns: "Columns",
  /** Where the list has no columns. */
  display: "Display",
});
