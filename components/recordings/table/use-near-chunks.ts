"use client";

import { type RefObject, useEffect, useState } from "react";

/** The rows that a page comes with are always there. */
const firstChunks = 4;
const aroundChunks = 3;

/**
 * Which chunks of a table have their rows in the document: the first ones, those around what is
 * looked at, and the one that has the focus. Of thousands of rows all the others are mere height.
 */
export function useNearChunks(
  table: RefObject<HTMLTableElement | null>,
  count: number,
): (index: number) => boolean {
  "use no memo";
  const [near, setNear] = useState({ seen: 0, focused: 0 });

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
    index < firstChunks ||
    Math.abs(index - near.seen) <= aroundChunks ||
    (near.focused > 0 && Math.abs(index - near.focused) <= 1);
}
