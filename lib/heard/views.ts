/** Whole seconds from the first up to, and without, the second one. */
export type Range = readonly [from: number, to: number];

/** Ranges in their order, none of which meets another: what was played, however it was played. */
export type Ranges = readonly Range[];

/** All seconds that any of these has, in any order, as often as they come, however they overlap. */
export function uniteRanges(...lists: Ranges[]): Range[] {
  const sorted = lists
    .flat()
    .filter(([from, to]) => from < to)
    .sort(([one], [other]) => one - other);
  const united: [number, number][] = [];
  for (const [from, to] of sorted) {
    const last = united.at(-1);
    if (last && from <= last[1]) last[1] = Math.max(last[1], to);
    else united.push([from, to]);
  }
  return united;
}

/** Without what lies before the beginning or beyond the end. */
export function clipRanges(ranges: Ranges, endSeconds: number): Range[] {
  return uniteRanges(
    ranges.map(([from, to]) => [Math.max(from, 0), Math.min(to, Math.ceil(endSeconds))]),
  );
}

/** The longest ones, up to `most`, in their order. */
export function pickLongest(ranges: Ranges, most: number): Range[] {
  if (ranges.length <= most) return [...ranges];
  return ranges
    .toSorted(([from, to], [otherFrom, otherTo]) => otherTo - otherFrom - (to - from))
    .slice(0, most)
    .sort(([one], [other]) => one - other);
}

export function countSeconds(ranges: Ranges): number {
  return ranges.reduce((sum, [from, to]) => sum + to - from, 0);
}

/**
 * Of stretches as a player tells them, the whole seconds: those that were played for the most part, and
 * each that two stretches share.
 */
export function toWholeSeconds(stretches: Ranges): Range[] {
  return uniteRanges(stretches.map(([from, to]) => [Math.round(from), Math.round(to)]));
}

/** As a table keeps them: the beginning and the end of each in a row. */
export function flattenRanges(ranges: Ranges): number[] {
  return ranges.flat();
}

/** The inverse. */
export function pairRanges(flat: readonly number[]): Range[] {
  const pairs: Range[] = [];
  for (let at = 0; at + 1 < flat.length; at += 2) pairs.push([flat[at] ?? 0, flat[at + 1] ?? 0]);
  return pairs;
}

/** Of the marks of heard recordings, beside one for each person by their id. */
export const anyoneHeard = "anyone";
export const halfHeard = "half";

/** So many seconds make a call heard, or all of it where it is shorter. */
export const leastSeconds = 3;

/** Whether so many seconds are more than a slip of the hand. */
export function isHeard(seconds: number, durationSeconds: number | null): boolean {
  const all = Math.max(1, Math.floor(durationSeconds ?? leastSeconds));
  return seconds >= Math.min(leastSeconds, all);
}

/** Whether so many seconds are half of it; never where nobody knows how long it is. */
export function isHalfHeard(seconds: number, durationSeconds: number | null): boolean {
  return (
    durationSeconds !== null && durationSeconds > 0 && 2 * seconds >= Math.floor(durationSeconds)
  );
}

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
