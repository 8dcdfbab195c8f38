import type { Range } from "./ranges";

/** What of a recording was played, and by whom. */
export type HeardView = {
  /** Whose answer this is. */
  userId: string;
  /** Null: nobody knows how long the sound is. */
  durationSeconds: number | null;
  /** Seconds that the viewer played, and those that anybody did, theirs included. */
  mine: Range[];
  everybody: Range[];
  /** Who played it, whoever did last first; and how many there are beside them. */
  people: HeardByView[];
  more: number;
};

export type HeardByView = {
  userId: string;
  /** Null: they have no access any more. */
  name: string | null;
  /** So much of it, however often. */
  seconds: number;
  /** Which seconds these are, and how many shorter ranges there are beside. */
  ranges: Range[];
  moreRanges: number;
  /** From 0 to 1; null where the length isn't known. */
  share: number | null;
  /** How often they listened to it. */
  listens: number;
  firstAt: string;
  lastAt: string;
};

/** Of a list, the next call that a person has not heard; null: there is none. */
export type NextUnheardView = { next: { id: string; title: string } | null };

/** What the list says of who heard a call. */
export type RowHeardView = {
  isByMe: boolean;
  /** Somebody else, the last one who played it, and how many more there are. */
  otherName: string | null;
  others: number;
  /** How much of it was played by all of them together, from 0 to 1; null: the length isn't known. */
  share: number | null;
};

/**
 * Of calls that were heard, and that were not; with `isMore` there are so many at least, with `isMost` so
 * many at the most.
 */
export type HeardCountsView = Record<
  "me" | "anyone" | "half",
  Record<"heard" | "unheard", { count: number; isMore: boolean; isMost?: boolean }>
>;
