import type { Series } from "./series";

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

export type GapCause =
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
