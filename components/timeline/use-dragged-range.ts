"use client";

import { type PointerEvent, useState } from "react";

export type IndexRange = { first: number; last: number };

/** Which of `count` equal columns a drag passes over; a click is a drag over one. */
export function useDraggedRange(count: number, onDragged: (range: IndexRange) => void) {
  const [drag, setDrag] = useState<{ start: number; end: number } | null>(null);
  const range = drag && {
    first: Math.min(drag.start, drag.end),
    last: Math.max(drag.start, drag.end),
  };
  const indexAt = ({ currentTarget, clientX }: PointerEvent<HTMLElement>) => {
    const { left, width } = currentTarget.getBoundingClientRect();
    const index = Math.floor(((clientX - left) / width) * count);
    return Math.max(0, Math.min(count - 1, index));
  };
  return {
    range,
    handlers: {
      onPointerDown: (event: PointerEvent<HTMLElement>) => {
        if (event.button !== 0 || !event.isPrimary) return;
        event.currentTarget.setPointerCapture(event.pointerId);
        const index = indexAt(event);
        setDrag({ start: index, end: index });
      },
      onPointerMove: (event: PointerEvent<HTMLElement>) => {
        if (drag) setDrag({ start: drag.start, end: indexAt(event) });
      },
      onPointerUp: () => {
        if (range) onDragged(range);
        setDrag(null);
      },
      onPointerCancel: () => setDrag(null),
    },
  };
}
