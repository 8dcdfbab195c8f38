import * as v from "@/lib/platform/shape";

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

const rangeSchema: v.Shape<Range> = (range): range is Range =>
  Array.isArray(range) && range.length === 2 && range.every(v.number);

export const rangesSchema = v.array(rangeSchema);

const heardBySchema = v.object({
  userId: v.string,
  /** Null: they have no access any more. */
  name: v.nullable(v.string),
  /** So much of it, however often. */
  seconds: v.number,
  /** Which seconds these are, and how many shorter ranges there are beside. */
  ranges: rangesSchema,
  moreRanges: v.number,
  /** From 0 to 1; null where the length isn't known. */
  share: v.nullable(v.number),
  /** How often they listened to it. */
  listens: v.number,
  firstAt: v.string,
  lastAt: v.string,
});

export type HeardByView = v.Shaped<typeof heardBySchema>;

/** What of a recording was played, and by whom. */
export const heardSchema = v.object({
  /** Whose answer this is. */
  userId: v.string,
  /** Null: nobody knows how long the sound is. */
  durationSeconds: v.nullable(v.number),
  /** Seconds that the viewer played, and those that anybody did, theirs included. */
  mine: rangesSchema,
  everybody: rangesSchema,
  /** Who played it, whoever did last first; and how many there are beside them. */
  people: v.array(heardBySchema),
  more: v.number,
});

export type HeardView = v.Shaped<typeof heardSchema>;

/** Of a list, the next call that a person has not heard; null: there is none. */
export const nextUnheardSchema = v.object({
  next: v.nullable(v.object({ id: v.string, title: v.string })),
});

export type NextUnheardView = v.Shaped<typeof nextUnheardSchema>;

/** What the list says of who heard a call. */
export type RowHeardView = {
  isByMe: boolean;
  /** Somebody else, the last one who played it, and how many more there are. */
  otherName: string | null;
  others: number;
  /** How much of it was played by all of them together, from 0 to 1; null: the length isn't known. */
  share: number | null;
};

const countSchema = v.object({
  count: v.number,
  isMore: v.boolean,
  isMost: v.optional(v.boolean),
});
const heardCountSchema = v.object({ heard: countSchema, unheard: countSchema });

/**
 * Of calls that were heard, and that were not; with `isMore` there are so many at least, with `isMost` so
 * many at the most.
 */
export const heardCountsSchema = v.object({
  me: heardCountSchema,
  anyone: heardCountSchema,
  half: heardCountSchema,
});

export type HeardCountsView = v.Shaped<typeof heardCountsSchema>;
