"use client";

import { createContext, Suspense, use, useEffect, useState } from "react";
import { formatBounded, formatCalls } from "@/components/format/numbers";
import { useLatest } from "@/components/list/navigation";
import { fetchJson } from "@/components/live/fetch-json";
import {
  type CountsAnswer,
  countsSchema,
  type FacetOptions,
  type PaintedFigures,
  type PaintedTimeline,
} from "@/components/recordings/list-answers";
import { classNames } from "@/components/ui/class-names";
import { Skeleton } from "@/components/ui/page/placeholders";
import type { FlagField } from "@/lib/recordings/filter/filter";
import type { AnswersView } from "@/lib/recordings/views/views";

/** What is counted over all calls of a filter. Each comes in its own time. */
type ListCounts = {
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
    setHeld(fetchCounts(parameters, leaving.signal));
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

/** What `/api/recordings/counts` answers. */
const firstPauseMs = 3_000;
const longestPauseMs = 60_000;
/** A server that refuses so often can't count them, or not in time. */
const mostRefusals = 5;

/**
 * The counts of a filter, as soon as they can be had. They never come where the server can't count
 * them, and once the signal has told to stop.
 */
function fetchCounts(parameters: string, signal: AbortSignal): ListCounts {
  const answer = fetchWithRetries(parameters, signal);
  return {
    options: answer.then(({ options }) => options),
    timeline: answer.then(({ timeline }) => timeline),
    figures: answer.then(({ figures }) => figures),
  };
}

async function fetchWithRetries(parameters: string, signal: AbortSignal): Promise<CountsAnswer> {
  let pauseMs = firstPauseMs;
  for (let refusals = 0; refusals < mostRefusals && !signal.aborted; ) {
    const path = `/api/recordings/counts?${parameters}`;
    const fetched = await fetchJson(path, countsSchema, { signal });
    if (fetched.isOk) return fetched.answer;
    // Whoever has been signed out learns it from whatever they do next. Where no answer came, the
    // server is away, or the counts are no longer wanted.
    if (fetched.status !== 0) refusals += fetched.status === 401 ? mostRefusals : 1;
    await new Promise((resolve) => setTimeout(resolve, pauseMs));
    pauseMs = Math.min(2 * pauseMs, longestPauseMs);
  }
  return new Promise(() => undefined);
}

/** How many calls the filter matches, when that is known. */
export function TotalCount() {
  return (
    <p className="min-w-20 text-muted text-sm tabular-nums">
      <Counted fallback={<Skeleton className="mt-1 h-3.5 w-20" />}>
        <Total />
      </Counted>
    </p>
  );
}

function Total() {
  const { value, isStale } = useLatest(useListCounts().options);
  return (
    <span className={classNames("transition-colors", isStale && "text-faint")}>
      {formatCalls(value)}
    </span>
  );
}

type AnswerCountProps = {
  field: FlagField;
  answer: keyof AnswersView;
};

/** How many calls have this answer, once that is counted. */
export function AnswerCount(props: AnswerCountProps) {
  return (
    <span className="ml-0.5 min-w-6 text-muted text-xs tabular-nums">
      <Counted>
        <Count {...props} />
      </Counted>
    </span>
  );
}

function Count({ field, answer }: AnswerCountProps) {
  const { value } = useLatest(useListCounts().options);
  return formatBounded({ count: value[field][answer], isMore: value.areValuesMore });
}
