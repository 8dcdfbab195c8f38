"use client";

import { type RefObject, useEffect, useEffectEvent, useState } from "react";
import { noSelection, selectAll, selectRange, toggleRow } from "./select-rows";
import type { RowFace } from "./to-row-face";

/** Which of the rows are selected: by their boxes, with Shift as far as the last one, or by keys. */
export function useSelection(table: RefObject<HTMLElement | null>, rows: RowFace[]) {
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
