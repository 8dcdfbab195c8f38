"use client";

import { useEffect, useState } from "react";
import type { FacetOptions } from "@/components/recordings/counts/facet-options";

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
