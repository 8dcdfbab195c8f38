"use client";

import { type RefObject, useEffect, useEffectEvent, useState } from "react";
import type { RowViewModel } from "@/components/recordings/list-answers";

/** Which of the rows are selected: by their boxes, with Shift as far as the last one, or by keys. */
export function useSelection(table: RefObject<HTMLElement | null>, rows: RowViewModel[]) {
  "use no memo";
  const [selection, setSelection] = useState(noSelection);
  const order = rows.map(({ id }) => id);
  // A row that the list no longer shows can't be meant.
  const ids = selection.ids.size > 0 ? order.filter((id) => selection.ids.has(id)) : [];

  const selectAllKey = useEffectEvent((event: KeyboardEvent) => {
    const isAll = event.key.toLowerCase() === "a" && (event.ctrlKey || event.metaKey);
    if (!isAll || event.altKey || event.shiftKey) return;
    const { activeElement } = document;
    if (!activeElement || !table.current?.contains(activeElement)) return;
    event.preventDefault();
    setSelection(selectAll(order));
  });

  useEffect(() => {
    window.addEventListener("keydown", selectAllKey);
    return () => window.removeEventListener("keydown", selectAllKey);
  }, []);

  return {
    ids,
    selectedIds: selection.ids,
    clear: () => setSelection(noSelection),
    onToggle: (id: string) => setSelection((now) => toggleRow(now, id)),
    onRange: (to: string, from: string) => setSelection((now) => selectRange(now, order, to, from)),
    onClick: (event: React.MouseEvent) => {
      const { target } = event;
      if (!(target instanceof HTMLInputElement)) return;
      const id = target.closest("tr")?.dataset.id;
      if (id === undefined) return;
      setSelection((now) => (event.shiftKey ? selectRange(now, order, id) : toggleRow(now, id)));
    },
  };
}

/** Which rows are selected, and where a range begins. */
type Selection = {
  ids: ReadonlySet<string>;
  /** The row that was chosen last by itself; a range reaches from there. */
  anchor: string | null;
  /** What was selected before the range. */
  kept: ReadonlySet<string>;
};

export const noSelection: Selection = { ids: new Set(), anchor: null, kept: new Set() };

export function toggleRow({ ids }: Selection, id: string): Selection {
  const next = new Set(ids);
  if (!next.delete(id)) next.add(id);
  return { ids: next, anchor: id, kept: next };
}

/** Selects from the anchor to a row, in place of the range before; `from` is the anchor if there is none. */
export function selectRange(
  selection: Selection,
  order: readonly string[],
  to: string,
  from = to,
): Selection {
  const anchor = selection.anchor ?? from;
  const [one, other] = [order.indexOf(anchor), order.indexOf(to)];
  if (one === -1 || other === -1) return toggleRow(selection, to);
  const range = order.slice(Math.min(one, other), Math.max(one, other) + 1);
  return { ids: new Set([...selection.kept, ...range]), anchor, kept: selection.kept };
}

export function selectAll(order: readonly string[]): Selection {
  const ids = new Set(order);
  return { ids, anchor: null, kept: ids };
}

const longPressMs = 450;
const stillPx = 10;

/** With a finger: a long press selects a row, and while any is selected, so does a tap. */
export function useTouchSelection(
  table: RefObject<HTMLElement | null>,
  { isSelecting, onToggle }: { isSelecting: boolean; onToggle: (id: string) => void },
): void {
  "use no memo";
  const toggle = useEffectEvent(onToggle);
  const isOn = useEffectEvent(() => isSelecting);

  useEffect(() => {
    let press: { id: string; x: number; y: number; timer: number } | null = null;
    let isTouch = false;
    let wasLong = false;

    const drop = () => {
      if (press) window.clearTimeout(press.timer);
      press = null;
    };
    const choose = () => {
      if (!press) return;
      wasLong = true;
      toggle(press.id);
      drop();
    };
    const leaving = new AbortController();
    const on = <Type extends keyof HTMLElementEventMap>(
      type: Type,
      onSeen: (event: HTMLElementEventMap[Type]) => void,
    ) => table.current?.addEventListener(type, onSeen, { signal: leaving.signal, capture: true });

    on("pointerdown", (event) => {
      drop();
      isTouch = event.pointerType === "touch";
      wasLong = false;
      const id = isTouch && event.isPrimary ? findRowId(event) : undefined;
      if (id === undefined) return;
      const timer = window.setTimeout(choose, longPressMs);
      press = { id, x: event.clientX, y: event.clientY, timer };
    });
    on("pointermove", ({ clientX, clientY }) => {
      if (press && Math.hypot(clientX - press.x, clientY - press.y) > stillPx) drop();
    });
    on("pointerup", drop);
    on("pointercancel", drop);
    // Some browsers tell of a long press before its time is over.
    on("contextmenu", (event) => {
      if (!isTouch || !(press || wasLong)) return;
      event.preventDefault();
      choose();
    });
    on("click", (event) => {
      const id = findRowId(event);
      if (!isTouch || event.detail === 0 || id === undefined || !(wasLong || isOn())) return;
      event.preventDefault();
      event.stopPropagation();
      if (!wasLong) toggle(id);
    });
    return () => {
      drop();
      leaving.abort();
    };
  }, [table]);
}

/** Of a row, but for its box, which selects by itself. */
function findRowId({ target }: Event): string | undefined {
  if (!(target instanceof Element) || target.closest("label")) return undefined;
  return target.closest("tr")?.dataset.id;
}
