import { Prisma } from "@/prisma/client/client";
import type { RecordingFilter } from "../filter/filter";

/** Sizes of the spans: 4 to the power of the level, in minutes. */
const levels = 4;
/** Longer calls are in the last span of each level. */
export const mostMinutes = 4 ** levels - 1;

/**
 * The fewest spans that hold every number of minutes of a range, both ends included, as
 * `recording_minute_spans` numbers them. Longer calls than 255 minutes lie in one span together.
 */
export function coverMinutes(least: number, most: number): number[] {
  const end = Math.min(most, mostMinutes);
  const spans: number[] = [];
  for (let at = Math.max(Math.min(least, mostMinutes), 0); at <= end; ) {
    let level = levels - 1;
    while (at % 4 ** level > 0 || at + 4 ** level - 1 > end) level--;
    spans.push(level * 1_000 + at / 4 ** level);
    at += 4 ** level;
  }
  return spans;
}

/**
 * What the index of all choices is asked for a range of minutes: single keys, of which it reads no
 * more than the other choices leave. Calls beyond the range may be among them.
 */
export function buildMinuteSpans({ least, most }: RecordingFilter["minutes"]): Prisma.Sql[] {
  if (least === null && most === null) return [];
  const spans = coverMinutes(least ?? 0, most ?? mostMinutes);
  return [Prisma.sql`recording_minute_spans(minutes_used) && ${spans}::int[]`];
}
