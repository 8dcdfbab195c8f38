"use client";

import { ChevronDown, ChevronUp, Minus, Plus } from "lucide-react";
import { useState } from "react";
import { toListHref } from "@/components/list/href";
import { useListNavigation } from "@/components/list/navigation";
import { Grip, SortableList, sortableRowStyle } from "@/components/ui/controls/sortable";
import { texts } from "@/lib/language/texts";
import {
  type ColumnChoice,
  clampWidth,
  type Density,
  densities,
  isUsual,
  type ListColumn,
  listColumns,
  usualColumns,
  writeColumns,
} from "@/lib/recordings/filter/list-view";
import { type ColumnsMenuProps, chooseLook, type TableLook } from "./columns-menu";
import {
  changeTableView,
  chooseWidth,
  columnLabels,
  readTableView,
  readWidth,
  rowHeights,
  stepPx,
  styleTable,
} from "./table-view";

/** What is chosen stands in the address, and is remembered by this browser. */
export default function ColumnChooser({ columns: shown, others }: ColumnsMenuProps) {
  const t = columnChooserTexts();
  const { navigate } = useListNavigation();
  const [columns, setColumns] = useState(shown);
  const [density, setDensity] = useState(() => readTableView().density);
  const [look, setLook] = useState<TableLook>(readTableView);
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
  const paint = (change: Partial<TableLook>) => {
    const { times, hasDividers } = { ...look, ...change };
    setLook({ times, hasDividers });
    chooseLook({ times, hasDividers });
    changeTableView((view) => ({ ...view, times, hasDividers }));
  };
  const reset = () => {
    styleTable(Object.fromEntries(listColumns.map((column) => [`--w-${column}`, null])));
    changeTableView((view) => ({ ...view, widths: {} }));
    space("comfortable");
    paint({ times: "absolute", hasDividers: false });
    choose(usualColumns);
  };

  return (
    <div>
      <fieldset className="flex max-xl:hidden items-center gap-1 border-line border-b p-2">
        <legend className="sr-only">{t.density}</legend>
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
            {t.densities[one]}
          </label>
        ))}
      </fieldset>
      <div className="border-line p-1.5 xl:border-b">
        <LookBox
          label={t.relativeTimes}
          isChosen={look.times === "relative"}
          onChoose={(isChosen) => paint({ times: isChosen ? "relative" : "absolute" })}
        />
        <LookBox
          label={t.dayDividers}
          isChosen={look.hasDividers}
          onChoose={(hasDividers) => paint({ hasDividers })}
        />
      </div>
      <SortableList
        label={t.columns}
        items={columns.map((id) => ({ id, name: columnLabels[id] }))}
        onMove={(id, to) => choose(moveColumn(columns, id, to))}
        className="p-1.5 max-xl:hidden"
      >
        {[...columns, ...hidden].map((column, index) => (
          <ColumnItem
            key={column}
            column={column}
            place={index < columns.length ? { index, count: columns.length } : null}
            onToggle={() => toggle(column)}
            onMove={(to) => choose(moveColumn(columns, column, to))}
            onWiden={(by) => widenColumn(column, by)}
          />
        ))}
      </SortableList>
      <div className="sticky bottom-0 max-xl:hidden border-line border-t bg-raised p-1.5">
        <button
          type="button"
          onClick={reset}
          className="h-8 w-full rounded px-2 text-left text-muted hover:bg-hover hover:text-text"
        >
          {t.reset}
        </button>
      </div>
    </div>
  );
}

type LookBoxProps = {
  label: string;
  isChosen: boolean;
  onChoose: (isChosen: boolean) => void;
};

function LookBox({ label, isChosen, onChoose }: LookBoxProps) {
  return (
    <label className="flex h-8 items-center gap-2 rounded px-2 hover:bg-hover">
      <input
        type="checkbox"
        checked={isChosen}
        onChange={({ currentTarget }) => onChoose(currentTarget.checked)}
        className="size-3.5 accent-accent-solid"
      />
      {label}
    </label>
  );
}

type ColumnItemProps = {
  column: ListColumn;
  /** Among the chosen ones; null: it is not chosen. */
  place: { index: number; count: number } | null;
  onToggle: () => void;
  onMove: (to: number) => void;
  onWiden: (byPx: number) => void;
};

/** A column to choose, and, once it is, to move: by its grip or by its buttons. */
function ColumnItem({ column, place, onToggle, onMove, onWiden }: ColumnItemProps) {
  const t = columnChooserTexts();
  const label = columnLabels[column];
  // The way to the call is on the customer's name.
  const isFixed = column === "customer";
  return (
    <li
      data-item={column}
      className={`group flex h-8 items-center rounded pr-0.5 hover:bg-hover ${sortableRowStyle}`}
    >
      {place ? <Grip name={label} className="h-7 w-6" /> : <span className="w-6 shrink-0" />}
      <label className="flex min-w-0 flex-1 items-center gap-2 py-1.5 pr-1 pl-1.5">
        <input
          type="checkbox"
          checked={place !== null}
          disabled={isFixed}
          onChange={onToggle}
          className="size-3.5 accent-accent-solid"
        />
        <span className="truncate">{label}</span>
        {isFixed ? <span className="text-faint text-xs">{t.always}</span> : null}
      </label>
      {place ? (
        <>
          <MoveButton label={t.narrower(label)} onPress={() => onWiden(-stepPx)}>
            <Minus aria-hidden className="size-3.5" />
          </MoveButton>
          <MoveButton label={t.wider(label)} onPress={() => onWiden(stepPx)}>
            <Plus aria-hidden className="size-3.5" />
          </MoveButton>
          <MoveButton
            label={t.moveUp(label)}
            isAtEnd={place.index === 0}
            onPress={() => onMove(place.index - 1)}
          >
            <ChevronUp aria-hidden className="size-4" />
          </MoveButton>
          <MoveButton
            label={t.moveDown(label)}
            isAtEnd={place.index === place.count - 1}
            onPress={() => onMove(place.index + 1)}
          >
            <ChevronDown aria-hidden className="size-4" />
          </MoveButton>
        </>
      ) : null}
    </li>
  );
}

type MoveButtonProps = {
  label: string;
  isAtEnd?: boolean;
  onPress: () => void;
  children: React.ReactNode;
};

/** Keeps the focus at the ends, where it does nothing. */
function MoveButton({ label, isAtEnd, onPress, children }: MoveButtonProps) {
  return (
    <button
      type="button"
      aria-label={label}
      aria-disabled={isAtEnd}
      onClick={isAtEnd ? undefined : onPress}
      className="flex size-7 items-center justify-center rounded text-muted opacity-0 hover:bg-pressed hover:text-text focus-visible:opacity-100 aria-disabled:text-faint group-focus-within:opacity-100 group-hover:opacity-100 pointer-coarse:opacity-100"
    >
      {children}
    </button>
  );
}

/** As moving its edge would, from what it has now. */
function widenColumn(column: ListColumn, byPx: number): void {
  const edge = document.querySelector<HTMLElement>(`#recordings-table [data-column=${column}]`);
  if (edge) chooseWidth(edge, clampWidth(readWidth(edge) + byPx));
}

/** The columns with one of them at another place; beyond the ends it stays at the end. */
export function moveColumn(columns: ColumnChoice, column: ListColumn, to: number): ColumnChoice {
  const others = columns.filter((one) => one !== column);
  const place = Math.min(Math.max(to, 0), others.length);
  return others.toSpliced(place, 0, column);
}

export const columnChooserTexts = texts("columnChooser", {
  density: "Density",
  densities: { comfortable: "comfortable", compact: "compact" },
  relativeTimes: "Relative times",
  dayDividers: "Day dividers",
  columns: "Columns",
  always: "always",
  narrower: (column: string) => `Make ${column} narrower`,
  wider: (column: string) => `Make ${column} wider`,
  moveUp: (column: string) => `Move ${column} up`,
  moveDown: (column: string) => `Move ${column} down`,
  reset: "Reset columns and display",
});
