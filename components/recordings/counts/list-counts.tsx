"use client";

import { createContext, Suspense, use, useEffect, useState } from "react";
import type { PaintedFigures } from "@/components/figures/paint-figures";
import type { PaintedTimeline } from "@/components/timeline/paint-timeline";
import { askForCounts } from "./ask-for-counts";
import type { FacetOptions } from "./facet-options";

/** What is counted over all calls of a filter. Each comes in its own time. */
export type ListCounts = {
  options: Promise<FacetOptions>;
  timeline: Promise<PaintedTimeline | null>;
  figures: Promise<PaintedFigures>;
};

const CountsContext = createContext<ListCounts | null>(null);

type ListCountsProviderProps = {
  /** Null where the calls themselves have to be read for it: then they are asked for from here. */
  given: ListCounts | null;
  /** The filter as the parameters of the list's address. */
  parameters: string;
  /** When the page was made: a page that is made anew is counted anew. */
  madeAt: number;
  children: React.ReactNode;
};

/**
 * Holds the counts of the list. Those that take long are asked for only when the rows are there, and
 * are given up when another filter is chosen, so that no rows ever wait for them.
 */
export function ListCountsProvider({
  given,
  parameters,
  madeAt,
  children,
}: ListCountsProviderProps) {
  const [held, setHeld] = useState(given);
  if (given && given !== held) setHeld(given);
  const isGiven = given !== null;

  // biome-ignore lint/correctness/useExhaustiveDependencies: counted anew with the page
  useEffect(() => {
    if (isGiven) return;
    const leaving = new AbortController();
    setHeld(askForCounts(parameters, leaving.signal));
    return () => leaving.abort();
  }, [isGiven, parameters, madeAt]);

  return <CountsContext value={given ?? held}>{children}</CountsContext>;
}

type CountedProps = { fallback?: React.ReactNode; children: React.ReactNode };

/** Shows what uses the counts as soon as there are any. */
export function Counted({ fallback = null, children }: CountedProps) {
  if (!useCountsSoFar()) return fallback;
  return <Suspense fallback={fallback}>{children}</Suspense>;
}

/** Null until they are on their way. */
export function useCountsSoFar(): ListCounts | null {
  return use(CountsContext);
}

/** The counts of the list; for what stands inside `Counted`. */
export function useListCounts(): ListCounts {
  const counts = useCountsSoFar();
  if (!counts) throw new Error("useListCounts is for what stands inside Counted");
  return counts;
}
