"use client";

import { ChevronDown, ChevronUp, GripVertical } from "lucide-react";
import { classNames } from "@/components/ui/class-names";
import type { ListColumn } from "@/lib/recordings/filter/list-columns";
import { columnLabels } from "./column-labels";

type ColumnItemProps = {
  column: ListColumn;
  /** Among the chosen ones; null: it is not chosen. */
  place: { index: number; count: number } | null;
  isDragged: boolean;
  onToggle: () => void;
  onMove: (to: number) => void;
  onDragStart: () => void;
  onDragOver: () => void;
  onDragEnd: () => void;
};

/** A column to choose, and, once it is, to move: by its handle or by its buttons. */
export function ColumnItem(props: ColumnItemProps) {
  const { column, place, isDragged, onToggle, onMove, onDragStart, onDragOver, onDragEnd } = props;
  const label = columnLabels[column];
  // The way to the call is on the customer's name.
  const isFixed = column === "customer";
  return (
    <li
      draggable={place !== null}
      onDragStart={(event) => {
        event.dataTransfer.effectAllowed = "move";
        onDragStart();
      }}
      onDragOver={(event) => {
        event.preventDefault();
        onDragOver();
      }}
      onDragEnd={onDragEnd}
      className={classNames(
        "group flex h-8 items-center rounded pr-0.5 hover:bg-hover",
        isDragged && "bg-pressed",
      )}
    >
      <GripVertical
        aria-hidden
        className={classNames("size-4 shrink-0 text-faint", place ? "cursor-grab" : "invisible")}
      />
      <label className="flex min-w-0 flex-1 items-center gap-2 px-1 py-1.5">
        <input
          type="checkbox"
          checked={place !== null}
          disabled={isFixed}
          onChange={onToggle}
          className="size-3.5 accent-accent-solid"
        />
        <span className="truncate">{label}</span>
        {isFixed ? <span className="text-faint text-xs">always</span> : null}
      </label>
      {place ? (
        <>
          <MoveButton
            label={`Move ${label} up`}
            isAtEnd={place.index === 0}
            onPress={() => onMove(place.index - 1)}
          >
            <ChevronUp aria-hidden className="size-4" />
          </MoveButton>
          <MoveButton
            label={`Move ${label} down`}
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
  isAtEnd: boolean;
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
