"use client";

import { useEffect, useState } from "react";
import { fetchJson } from "@/components/live/fetch-json";
import type { FacetOptions } from "@/components/recordings/counts/facet-options";
import type { RowViewModel } from "@/components/recordings/table/row-view-model";
import type { SavedViewView } from "@/lib/saved-views/store";

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

/** What `/api/find` answers; null for what was not found in time. */
export type FoundAnswer = { calls: RowViewModel[] | null; customers: FoundCustomer[] | null };

/** A person, with name and contact in parts, every second of which was searched for. */
export type FoundCustomer = { id: string; name: string[]; contact: string[]; calls: number };

export type Found = FoundAnswer & { state: "idle" | "searching" | "found" | "failed" };

const pauseMs = 180;
const leastLength = 2;
const nothing: Found = { calls: [], customers: [], state: "idle" };

/** The calls and people of a text, a moment after it was written; those before them stay until then. */
export function useFound(text: string): Found & { retry: () => void } {
  const [found, setFound] = useState(nothing);
  const [tries, setTries] = useState(0);
  const q = text.trim();

  // biome-ignore lint/correctness/useExhaustiveDependencies: once more on demand
  useEffect(() => {
    if (q.length < leastLength) return setFound(nothing);
    const stop = new AbortController();
    setFound((before) => ({ ...before, state: "searching" }));
    const timer = setTimeout(async () => {
      const path = `/api/find?${new URLSearchParams({ q })}`;
      const fetched = await fetchJson<FoundAnswer>(path, { signal: stop.signal });
      if (stop.signal.aborted) return;
      if (!fetched.isOk) return setFound({ ...nothing, state: "failed" });
      const { calls, customers } = fetched.answer;
      setFound({ calls, customers, state: calls && customers ? "found" : "failed" });
    }, pauseMs);
    return () => {
      clearTimeout(timer);
      stop.abort();
    };
  }, [q, tries]);

  return { ...found, retry: () => setTries((count) => count + 1) };
}
