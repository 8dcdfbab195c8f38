"use client";

import { useEffect, useState } from "react";
import { fetchJson } from "@/components/live/fetch-json";
import type { FacetOptions } from "@/components/recordings/counts/facet-options";
import type { SavedViewView } from "@/lib/saved-views/views";

/** The values that there are to filter by; null until they are known, or when they can't be had. */
export function useFacetOptions(): FacetOptions | null {
  const [options, setOptions] = useState<FacetOptions | null>(null);

  useEffect(() => {
    const stop = new AbortController();
    fetchOptions(stop.signal).then(setOptions);
    return () => stop.abort();
  }, []);

  return options;
}

async function fetchOptions(signal: AbortSignal): Promise<FacetOptions | null> {
  const fetched = await fetchJson<FacetOptions>("/api/recordings/values", { signal });
  return fetched.isOk ? fetched.answer : null;
}

/** The saved views to choose from; none until they are known, or when they can't be had. */
export function useSavedViews(): SavedViewView[] {
  const [views, setViews] = useState<SavedViewView[]>([]);

  useEffect(() => {
    const stop = new AbortController();
    fetchViews(stop.signal).then(setViews);
    return () => stop.abort();
  }, []);

  return views;
}

async function fetchViews(signal: AbortSignal): Promise<SavedViewView[]> {
  const fetched = await fetchJson<SavedViewView[]>("/api/saved-views", { signal });
  return fetched.isOk ? fetched.answer : [];
}
