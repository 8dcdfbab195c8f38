import type { FlagField, ValueField } from "../filter/filter";
import type { TimelineUnit } from "./timeline-units";

/** How many recordings have a value, under the rest of the filter; null is "empty". */
export type FacetValueView = { value: string | null; count: number };

/** How many recordings answer a question with yes, and how many with no; others leave it open. */
export type AnswersView = { yes: number; no: number };

export type FacetsView = {
  total: number;
  /** More match than the total, which says how many were counted. */
  isTotalMore: boolean;
  /** About how many there are then; null: that is not known. */
  estimate: number | null;
  /** So it is with the counts of the values, each of which is reached at least. */
  areValuesMore: boolean;
} & Record<Extract<ValueField, "status" | "campaign" | "gender" | "type">, FacetValueView[]> &
  Record<FlagField, AnswersView>;

/** Calls over time. Days are YYYY-MM-DD in the viewer's zone; a unit without calls is left out. */
export type TimelineView = {
  unit: TimelineUnit;
  /** The first and the last day that it spans. */
  from: string;
  to: string;
  /** More calls match than are counted, so that there are no counts. */
  isTooMany: boolean;
  counts: { startsOn: string; status: string; count: number }[];
  /** The few calls of another age that it doesn't span; null: there are none. */
  earlier: OutliersView | null;
  later: OutliersView | null;
};

/** Calls that a timeline leaves out, and the days within which they lie. */
export type OutliersView = { count: number; from: string; to: string };

/** The calls of some days by status, and their minutes; null: too many to be counted. */
export type PeriodFigures = {
  statuses: { status: string; calls: number }[] | null;
  minutes: number | null;
};

/** A filter's figures, and those of the days before its own; null: it has no first day. */
export type FiguresView = {
  current: PeriodFigures;
  before: { from: string; to: string; figures: PeriodFigures } | null;
};
