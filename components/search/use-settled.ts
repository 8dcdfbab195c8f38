"use client";

import { useEffect, useState } from "react";

/** The value of a promise, once there is one; null until then, and when it can't be had. */
export function useSettled<T>(promise: Promise<T> | null): T | null {
  const [value, setValue] = useState<T | null>(null);

  useEffect(() => {
    let isWanted = true;
    promise?.then(
      (settled) => {
        if (isWanted) setValue(() => settled);
      },
      () => undefined,
    );
    return () => {
      isWanted = false;
    };
  }, [promise]);

  return value;
}
