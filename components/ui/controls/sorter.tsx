"use client";

import {
  Accessibility,
  defaultPreset,
  KeyboardSensor,
  PointerActivationConstraints,
  PointerSensor,
} from "@dnd-kit/dom";
import { RestrictToElement } from "@dnd-kit/dom/modifiers";
import { DragDropProvider, useDragDropMonitor } from "@dnd-kit/react";
import { isSortable, useSortable } from "@dnd-kit/react/sortable";
import { type RefObject, useLayoutEffect, useMemo } from "react";
import { type SortableItem, sortableTexts } from "./sortable";

export type SorterProps<Id extends string> = {
  listRef: RefObject<HTMLUListElement | null>;
  items: readonly SortableItem<Id>[];
  onMove: (id: Id, to: number) => void;
};

/** Draws nothing: moves the rows of a list that is there already. */
export function Sorter<Id extends string>({ listRef, items, onMove }: SorterProps<Id>) {
  return (
    <DragDropProvider plugins={plugins} sensors={sensors} modifiers={modifiers}>
      <Drops items={items} onMove={onMove} />
      {items.map(({ id, name }, index) => (
        <Row key={id} listRef={listRef} id={id} name={name} index={index} count={items.length} />
      ))}
    </DragDropProvider>
  );
}

/** Tells of a drop at once: the provider itself would wait for what else is pending. */
function Drops<Id extends string>({ items, onMove }: Omit<SorterProps<Id>, "listRef">) {
  const handlers = useMemo(
    () => ({
      onDragEnd: ({ operation, canceled }: DragEvent) => {
        const { source } = operation;
        if (canceled || !isSortable(source) || source.index === source.initialIndex) return;
        const item = items.find(({ id }) => id === source.id);
        if (item) onMove(item.id, source.index);
      },
    }),
    [items, onMove],
  );
  useDragDropMonitor(handlers);
  return null;
}

type RowProps = SortableItem & {
  listRef: RefObject<HTMLUListElement | null>;
  index: number;
  count: number;
};

function Row({ listRef, id, name, index, count }: RowProps) {
  const { ref, handleRef } = useSortable({ id, index, data: { name, count } });
  useLayoutEffect(() => {
    const row = listRef.current?.querySelector(`:scope > [data-item="${CSS.escape(id)}"]`) ?? null;
    ref(row);
    handleRef(row?.querySelector("[data-grip]") ?? null);
  }, [listRef, id, ref, handleRef]);
  return null;
}

type DragEvent = Parameters<NonNullable<Parameters<typeof useDragDropMonitor>[0]["onDragEnd"]>>[0];
type Draggable = DragEvent["operation"]["source"];

/** What is said of a row at a place; undefined says nothing. */
function describeMove(
  how: "pickedUp" | "movedTo" | "dropped" | "cancelled",
  source: Draggable,
  index: number | undefined,
): string | undefined {
  if (!source || index === undefined) return undefined;
  return sortableTexts()[how](source.data.name, index + 1, source.data.count);
}

const plugins = defaultPreset.plugins.map((plugin) =>
  plugin === Accessibility
    ? Accessibility.configure({
        screenReaderInstructions: {
          get draggable() {
            return sortableTexts().howTo;
          },
        },
        announcements: {
          dragstart: ({ operation: { source } }: DragEvent) =>
            isSortable(source) ? describeMove("pickedUp", source, source.index) : undefined,
          // It takes the place of what it is over.
          dragover: ({ operation: { source, target } }: DragEvent) =>
            isSortable(target) && target.id !== source?.id
              ? describeMove("movedTo", source, target.index)
              : undefined,
          dragend: ({ operation: { source }, canceled }: DragEvent) => {
            if (!isSortable(source)) return undefined;
            return canceled
              ? describeMove("cancelled", source, source.initialIndex)
              : describeMove("dropped", source, source.index);
          },
        },
      })
    : plugin,
);

const sensors = [
  // A grip does nothing else, so that a finger need not rest on it first.
  PointerSensor.configure({
    activationConstraints: () => [new PointerActivationConstraints.Distance({ value: 4 })],
  }),
  KeyboardSensor,
];

const modifiers = [
  RestrictToElement.configure({ element: ({ source }) => source?.element?.closest("ul") ?? null }),
];
