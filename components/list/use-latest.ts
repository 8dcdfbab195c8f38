"use client";

import { use, useEffect, useState } from "react";

/**
 * The value of a promise that a later render may replace. The first one suspends; while a later
 * one is under way the value before stays, so that a navigation never waits for it.
 * Throws what the promise is rejected with.
 */
export function useLatest<T>(promise: Promise<T>): { value: T; isStale: boolean } {
  const [first] = useState(promise);
  const [settled, setSettled] = useState<Settled<T>>({ promise: first, promised: null });
  const value = use(first);

  useEffect(() => {
    let isWanted = true;
    const settle = (promised: Promised<T>) => {
      if (isWanted) setSettled({ promise, promised });
    };
    promise.then(
      (next) => settle({ value: next }),
      (error: unknown) => settle({ error }),
    );
    return () => {
      isWanted = false;
    };
  }, [promise]);

  const { promised } = settled;
  if (promised && "error" in promised) throw promised.error;
  return { value: promised ? promised.value : value, isStale: settled.promise !== promise };
}

type Promised<T> = { value: T } | { error: unknown };
type Settled<T> = { promise: Promise<T>; promised: Promised<T> | null };
