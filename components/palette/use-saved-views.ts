"use client";

import { useEffect, useState } from "react";
import type { SavedViewView } from "@/lib/saved-views/views";

/** The saved views to choose from; none until they are known, or when they can't be had. */
export function useSavedViews(): SavedViewView[] {
  const [views, setViews] = useState<SavedViewView[]>([]);

  useEffect(() => {
    const stop = new AbortController();
    askForViews(stop.signal).then(setViews, () => undefined);
    return () => stop.abort();
  }, []);

  return views;
}

async function askForViews(signal: AbortSignal): Promise<SavedViewView[]> {
  const response = await fetch("/api/saved-views", { signal });
  return response.ok ? ((await response.json()) as SavedViewView[]) : [];
}
