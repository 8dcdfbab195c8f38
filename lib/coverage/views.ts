/** A time of which something may be missing. */
export type GapView = {
  /** Differs from that of every other gap. */
  key: string;
  /** ISO 8601 in UTC. */
  fromAt: string;
  /** While it goes on: until when that is known. */
  toAt: string;
  isOngoing: boolean;
  /** When somebody said that they know about it; null: nobody yet. */
  acknowledgedAt: string | null;
} & GapCause;

type GapCause =
  | {
      /** Nothing could be kept. */
      kind: "not-listening";
      /** It was stopped; otherwise it was cut off. */
      wasStopped: boolean;
    }
  | {
      /** No call came, although `expected` or more were to be expected. */
      kind: "silence";
      series: Series;
      expected: number;
    };

/** Gaps, the latest first. */
export type GapListView = {
  gaps: GapView[];
  /** Where the earlier ones begin; null: there are none. */
  after: string | null;
};

/** From when on it is known whether Earshot listened, and the last proof of it. Null: not yet. */
export type ListeningView = { sinceAt: string; lastBeatAt: string } | null;

/** What may have been missed, beside the time since when that is known. */
export type CoverageView = GapListView & { listening: ListeningView };

/** The calls that are counted together: all of them, or those of a campaign; null is "no campaign". */
export type Series = { of: "all" } | { of: "campaign"; campaign: string | null };

export const allCalls = "*";

/** As the table names it: `*`, `~` or `=name`. */
export function writeSeries(series: Series): string {
  if (series.of === "all") return allCalls;
  return series.campaign === null ? "~" : `=${series.campaign}`;
}

/** The inverse of `writeSeries`. */
export function readSeries(text: string): Series {
  if (text === allCalls) return { of: "all" };
  return { of: "campaign", campaign: text === "~" ? null : text.slice(1) };
}
