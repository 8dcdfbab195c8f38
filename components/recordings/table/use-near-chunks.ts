"use client";

import { type RefObject, useEffect, useState } from "react";
import type { RowViewModel } from "@/components/recordings/list-answers";

/** As many rows as are drawn or left out together. */
export const chunkLength = 10;

/** The rows that a page comes with are always there. */
const firstChunks = 20;
const aroundChunks = 15;

/**
 * Which chunks of a table have their rows in the document: the first ones, those around what is
 * looked at, and the one that has the focus. Of thousands of rows all the others are mere height.
 * @param ahead rows that somebody waits to see: what is beyond the window comes once these are painted
 */
export function useNearChunks(
  table: RefObject<HTMLTableElement | null>,
  count: number,
  ahead: readonly RowViewModel[] | null,
): (index: number) => boolean {
  "use no memo";
  const [near, setNear] = useState({ seen: 0, focused: 0 });

  useEffect(() => {
    if (!table.current || count <= firstChunks) return;
    const chunks: Element[] = [...table.current.tBodies];
    const observer = new IntersectionObserver((entries) => {
      // While the page has more to do, several moments come together: the last is now.
      const entered = entries.findLast(({ isIntersecting }) => isIntersecting)?.target;
      if (!entered) return;
      const seen = chunks.indexOf(entered);
      const focused = chunks.findIndex((chunk) => chunk.contains(document.activeElement));
      setNear((now) => (now.seen === seen && now.focused === focused ? now : { seen, focused }));
    });
    for (const chunk of chunks) observer.observe(chunk);
    return () => observer.disconnect();
  }, [table, count]);

  const [painted, setPainted] = useState(ahead);
  useEffect(() => {
    if (ahead === null) return;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const frame = requestAnimationFrame(() => {
      timer = setTimeout(() => setPainted(ahead));
    });
    return () => {
      cancelAnimationFrame(frame);
      clearTimeout(timer);
    };
  }, [ahead]);

  if (ahead !== null && ahead !== painted) {
    const inSight = countInSight(table.current) / chunkLength;
    return (index) => index < inSight;
  }
  return (index) =>
    index < firstChunks ||
    Math.abs(index - near.seen) <= aroundChunks ||
    (near.focused > 0 && Math.abs(index - near.focused) <= 2);
}

/** How many rows, as high as the first ones are now, have room above the window's lower edge. */
function countInSight(table: HTMLTableElement | null): number {
  const chunk = table?.tBodies[0];
  if (!table || !chunk) return chunkLength;
  const rowHeight = chunk.offsetHeight / chunk.rows.length;
  return (window.innerHeight - table.getBoundingClientRect().top) / rowHeight;
}
