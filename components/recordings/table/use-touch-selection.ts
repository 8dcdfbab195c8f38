"use client";

import { type RefObject, useEffect, useEffectEvent } from "react";

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
      heed: (event: HTMLElementEventMap[Type]) => void,
    ) => table.current?.addEventListener(type, heed, { signal: leaving.signal, capture: true });

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
