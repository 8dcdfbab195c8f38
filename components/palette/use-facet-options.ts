"use client";

import { useEffect, useState } from "react";
import type { FacetOptions } from "@/components/recordings/counts/facet-options";
import type { SavedViewView } from "@/lib/saved-views/views";

/** The values that there are to filter by; null until they are known, or when they can't be had. */
export function useFacetOptions(): FacetOptions | null {
  const [options, setOptions] = useState<FacetOptions | null>(null);

  useEffect(() => {
    const stop = new AbortController();
    askForOptions(stop.signal).then(setOptions, () => undefined);
    return () => stop.abort();
  }, []);

  return options;
}

async function askForOptions(signal: AbortSignal): Promise<FacetOptions | null> {
  const response = await fetch("/api/recordings/values", { signal });
  return response.ok ? ((await response.json()) as FacetOptions) : null;
}

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
