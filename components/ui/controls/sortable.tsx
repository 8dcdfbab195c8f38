"use client";

import { GripVertical } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import { classNames } from "@/components/ui/class-names";
import { texts } from "@/lib/language/texts";
import type { SorterProps } from "./sorter";

export type SortableItem<Id extends string = string> = {
  /** That of its row, as `data-item`. */
  id: Id;
  /** What it is called where its moves are told. */
  name: string;
};

type SortableListProps<Id extends string> = {
  label: string;
  /** Those that can be moved, in their order; rows that cannot stand behind them. */
  items: readonly SortableItem<Id>[];
  /** Null where nothing can be moved. */
  onMove: ((id: Id, to: number) => void) | null;
  className?: string;
  children: React.ReactNode;
};

/**
 * A list whose rows are moved by their grips: with a mouse, a finger or the keyboard. What moves them is
 * loaded once the list is seen.
 */
export function SortableList<Id extends string>(props: SortableListProps<Id>) {
  const { label, items, onMove, className, children } = props;
  const listRef = useRef<HTMLUListElement>(null);
  const [Sorter, setSorter] = useState<React.ComponentType<SorterProps<Id>> | null>(null);
  const isMovable = onMove !== null;

  useEffect(() => {
    if (!isMovable || !listRef.current) return;
    const observer = new ResizeObserver(([list]) => {
      if (!list?.contentRect.width) return;
      observer.disconnect();
      // Without it, for example offline, the buttons still move.
      import("./sorter").then(
        ({ Sorter }) => setSorter(() => Sorter<Id>),
        () => undefined,
      );
    });
    observer.observe(listRef.current);
    return () => observer.disconnect();
  }, [isMovable]);

  return (
    <>
      <ul ref={listRef} aria-label={label} className={className}>
        {children}
      </ul>
      {Sorter && onMove ? <Sorter listRef={listRef} items={items} onMove={onMove} /> : null}
    </>
  );
}

/** What of a row holds it, and how it looks while it is moved. */
export const sortableRowStyle =
  "data-dnd-dragging:rounded-md data-dnd-dragging:bg-raised data-dnd-dragging:shadow-popover";

/** What a row is held by. */
export function Grip({ name, className }: { name: string; className?: string }) {
  const t = sortableTexts();
  return (
    <button
      type="button"
      data-grip
      aria-label={t.move(name)}
      aria-roledescription={t.grip}
      className={classNames(
        "flex shrink-0 cursor-grab touch-none items-center justify-center rounded text-faint hover:text-text focus-visible:text-text",
        className,
      )}
    >
      <GripVertical aria-hidden className="size-4" />
    </button>
  );
}

export const sortableTexts = texts("sortable", {
  move: (name: string) => `Move ${name}`,
  grip: "grip",
  howTo:
    "Press Space to pick it up, the arrow keys to move it, Space to drop it, Escape to cancel.",
  pickedUp: (name: string, place: number, all: number) =>
    `Picked up ${name}, number ${place} of ${all}.`,
  movedTo: (name: string, place: number, all: number) => `${name}: number ${place} of ${all}`,
  dropped: (name: string, place: number, all: number) =>
    `Dropped ${name} as number ${place} of ${all}.`,
  cancelled: (name: string, place: number, all: number) =>
    `Cancelled. ${name} stays number ${place} of ${all}.`,
});
