import type { PaintedFigures } from "@/components/figures/paint-figures";
import type { PaintedTimeline } from "@/components/timeline/paint-timeline";
import type { FacetOptions } from "./facet-options";
import type { ListCounts } from "./list-counts";

/** What `/api/recordings/counts` answers. */
export type CountsAnswer = {
  options: FacetOptions;
  timeline: PaintedTimeline | null;
  figures: PaintedFigures;
};

const firstPauseMs = 3_000;
const longestPauseMs = 60_000;
/** A server that refuses so often can't count them, or not in time. */
const mostRefusals = 5;

/**
 * The counts of a filter, as soon as they can be had. They never come where the server can't count
 * them, and once the signal has told to stop.
 */
export function askForCounts(parameters: string, signal: AbortSignal): ListCounts {
  const answer = ask(parameters, signal);
  return {
    options: answer.then(({ options }) => options),
    timeline: answer.then(({ timeline }) => timeline),
    figures: answer.then(({ figures }) => figures),
  };
}

async function ask(parameters: string, signal: AbortSignal): Promise<CountsAnswer> {
  let pauseMs = firstPauseMs;
  for (let refusals = 0; refusals < mostRefusals && !signal.aborted; ) {
    try {
      const response = await fetch(`/api/recordings/counts?${parameters}`, { signal });
      if (response.ok) return (await response.json()) as CountsAnswer;
      // Whoever has been signed out learns it from whatever they do next.
      refusals += response.status === 401 ? mostRefusals : 1;
    } catch {
      // The server is away, or the counts are no longer wanted.
    }
    await new Promise((resolve) => setTimeout(resolve, pauseMs));
    pauseMs = Math.min(2 * pauseMs, longestPauseMs);
  }
  return new Promise(() => undefined);
}
