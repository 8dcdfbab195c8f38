"use client";

import { type RefObject, startTransition, useEffect, useState } from "react";

/** The rows that a page comes with are always there. */
const firstChunks = 10;
const aroundChunks = 7;

/**
 * Which chunks of a table have their rows in the document: the first ones, those around what is
 * looked at, and the one that has the focus. Of thousands of rows all the others are mere height.
 * Of a list that follows another only the first chunk is drawn at once, and the rest a frame later.
 */
export function useNearChunks(
  table: RefObject<HTMLTableElement | null>,
  { of, count }: { of: string; count: number },
): (index: number) => boolean {
  "use no memo";
  const [drawn, setDrawn] = useState(of);
  const [near, setNear] = useState({ seen: 0, focused: 0 });

  useEffect(() => startTransition(() => setDrawn(of)), [of]);

  useEffect(() => {
    if (!table.current || count <= firstChunks) return;
    const chunks: Element[] = [...table.current.tBodies];
    const observer = new IntersectionObserver((entries) => {
      const entered = entries.find(({ isIntersecting }) => isIntersecting)?.target;
      if (!entered) return;
      const seen = chunks.indexOf(entered);
      const focused = chunks.findIndex((chunk) => chunk.contains(document.activeElement));
      setNear((now) => (now.seen === seen && now.focused === focused ? now : { seen, focused }));
    });
    for (const chunk of chunks) observer.observe(chunk);
    return () => observer.disconnect();
  }, [table, count]);

  return (index) =>
    index < (drawn === of ? firstChunks : 1) ||
    (near.seen > 0 && Math.abs(index - near.seen) <= aroundChunks) ||
    (near.focused > 0 && Math.abs(index - near.focused) <= 1);
}
