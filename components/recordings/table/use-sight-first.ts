"use client";

import { type RefObject, startTransition, useEffect, useState } from "react";

const whole = Number.POSITIVE_INFINITY;

/**
 * How many rows of a list are drawn: of another list those in sight at first, and all of them once
 * these are painted, so that nobody waits for rows that can't be seen. `isFirst` is the list that the
 * page came with.
 */
export function useSightFirst(
  table: RefObject<HTMLElement | null>,
  { parameters, rowRem }: { parameters: string; rowRem: number },
): { count: number; isFirst: boolean } {
  "use no memo";
  const [drawn, setDrawn] = useState({ parameters, count: whole, isFirst: true });
  const isOther = drawn.parameters !== parameters;
  const now = isOther
    ? { parameters, count: countInSight(table.current, rowRem), isFirst: false }
    : drawn;
  if (isOther) setDrawn(now);
  const isWhole = now.count === whole;

  useEffect(() => {
    if (isWhole) return;
    let timer = 0;
    const frame = requestAnimationFrame(() => {
      timer = window.setTimeout(() =>
        startTransition(() => setDrawn({ parameters, count: whole, isFirst: false })),
      );
    });
    return () => {
      cancelAnimationFrame(frame);
      clearTimeout(timer);
    };
  }, [isWhole, parameters]);

  return now;
}

/** What stands above the list may become lower. */
const spareRows = 3;

/** From where the list begins or is looked at to the lower edge of the window, if there is one to see. */
function countInSight(table: HTMLElement | null, rowRem: number): number {
  if (!table || document.hidden) return whole;
  const roomPx = window.innerHeight - table.getBoundingClientRect().top;
  return Math.max(0, Math.ceil(roomPx / (rowRem * 16))) + spareRows;
}
