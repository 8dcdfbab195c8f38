"use client";

import { useEffect, useState } from "react";

const lastsMs = 2_000;

/** What is said of something that was done, for two seconds; null: nothing. */
export function useBriefly<Said>() {
  const [said, say] = useState<Said | null>(null);

  useEffect(() => {
    if (said === null) return;
    const timer = setTimeout(() => say(null), lastsMs);
    return () => clearTimeout(timer);
  }, [said]);

  return [said, say] as const;
}
