"use client";

import { useState } from "react";
import { useListNavigation } from "@/components/list/list-navigation";
import { toListHref } from "@/components/list/to-list-href";
import {
  type ColumnChoice,
  isUsual,
  type ListColumn,
  listColumns,
  usualColumns,
  writeColumns,
} from "@/lib/recordings/filter/list-columns";
import { type Density, densities } from "@/lib/recordings/filter/parse-table-view";
import { ColumnItem } from "./column-item";
import { rowHeights } from "./column-tracks";
import type { ColumnsMenuProps } from "./columns-menu";
import { moveColumn } from "./move-column";
import { changeTableView, readTableView, styleTable } from "./table-view-choice";

/** What is chosen stands in the address, and is remembered by this browser. */
export default function ColumnChooser({ columns: shown, others }: ColumnsMenuProps) {
  const { navigate } = useListNavigation();
  const [columns, setColumns] = useState(shown);
  const [density, setDensity] = useState(() => readTableView().density);
  const [dragged, setDragged] = useState<ListColumn | null>(null);
  const hidden = listColumns.filter((column) => !columns.includes(column));

  const choose = (next: ColumnChoice) => {
    const chosen = isUsual(next) ? null : next;
    setColumns(next);
    changeTableView((view) => ({ ...view, columns: chosen }));
    const parameter: [string, string][] = chosen ? [["show", writeColumns(chosen)]] : [];
    navigate(toListHref([...others, ...parameter]), { replace: true });
  };
  const toggle = (column: ListColumn) =>
    choose(
      columns.includes(column) ? columns.filter((one) => one !== column) : [...columns, column],
    );
  const space = (next: Density) => {
    setDensity(next);
    styleTable({ "--row-height": rowHeights[next] });
    changeTableView((view) => ({ ...view, density: next }));
  };
  const reset = () => {
    styleTable(Object.fromEntries(listColumns.map((column) => [`--w-${column}`, null])));
    changeTableView((view) => ({ ...view, widths: {} }));
    space("comfortable");
    choose(usualColumns);
  };

  return (
    <div>
      <fieldset className="flex items-center gap-1 border-line border-b p-2">
        <legend className="sr-only">Density</legend>
        {densities.map((one) => (
          <label
            key={one}
            className="flex h-8 flex-1 items-center justify-center rounded-md text-muted capitalize outline-accent hover:bg-hover has-checked:bg-accent-soft has-checked:text-accent has-focus-visible:outline-2"
          >
            <input
              type="radio"
              name="density"
              checked={density === one}
              onChange={() => space(one)}
              className="sr-only"
            />
            {one}
          </label>
        ))}
      </fieldset>
      <ul aria-label="Columns" className="p-1.5">
        {[...columns, ...hidden].map((column, index) => (
          <ColumnItem
            key={column}
            column={column}
            place={index < columns.length ? { index, count: columns.length } : null}
            isDragged={dragged === column}
            onToggle={() => toggle(column)}
            onMove={(to) => choose(moveColumn(columns, column, to))}
            onDragStart={() => setDragged(column)}
            onDragOver={() => {
              if (dragged && index < columns.length)
                setColumns(moveColumn(columns, dragged, index));
            }}
            onDragEnd={() => {
              setDragged(null);
              choose(columns);
            }}
          />
        ))}
      </ul>
      <div className="sticky bottom-0 border-line border-t bg-raised p-1.5">
        <button
          type="button"
          onClick={reset}
          className="h-8 w-full rounded px-2 text-left text-muted hover:bg-hover hover:text-text"
        >
          Reset columns, widths and density
        </button>
      </div>
    </div>
  );
}
