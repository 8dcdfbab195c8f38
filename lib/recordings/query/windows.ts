/** A span of hours, and what is left of it: the part that no window before it has covered. */
type TimeWindow = {
  /** Its number among all periods, as the index of all choices has them. */
  period: bigint;
  /** Hours since 1970, the first included and the last not. */
  fromHour: number;
  toHour: number;
};

/** Sizes of the periods: 4 to the power of the level, in hours. */
const levels = 9;
const mostWindows = 40;

/**
 * Windows that cover the hours from the first to the last without gap or overlap, small ones first,
 * so that whoever stops early has read little, and whoever goes on has soon read all. The first is
 * cut from a period of so many hours at least. At most 40; what lies beyond is for the caller.
 * @param alike at most so many instead, all of them cut from periods of one size
 */
export function layOutWindows(
  first: number,
  last: number,
  leastHours = 1,
  alike?: number,
): TimeWindow[] {
  const isBackward = last < first;
  const windows: TimeWindow[] = [];
  let at = first;
  let level = Math.min(Math.ceil(Math.log(Math.max(leastHours, 1)) / Math.log(4)), levels - 1);
  const most = alike ?? mostWindows;
  while (windows.length < most && (isBackward ? at >= last : at <= last)) {
    const size = 4 ** level;
    const number = Math.floor(at / size);
    const [begin, end] = [number * size, (number + 1) * size];
    windows.push({
      period: (BigInt(level) << 40n) + BigInt(number),
      fromHour: isBackward ? begin : at,
      toHour: isBackward ? at + 1 : end,
    });
    const covered = isBackward ? at + 1 - begin : end - at;
    at = isBackward ? begin - 1 : end;
    // A window that reached little beyond the former ones is followed by one of its own size.
    if (!alike && covered * 2 > size) level = Math.min(level + 1, levels - 1);
  }
  return windows;
}

/** The fewest periods that hold the hours from the first to the last, and no others. */
export function coverHours(first: number, last: number): bigint[] {
  const periods: bigint[] = [];
  for (let at = first; at <= last; ) {
    let level = levels - 1;
    while (at % 4 ** level !== 0 || at + 4 ** level - 1 > last) level--;
    periods.push((BigInt(level) << 40n) + BigInt(at / 4 ** level));
    at += 4 ** level;
  }
  return periods;
}

/** Sizes of the spans: 4 to the power of the level, in minutes. */
const minuteLevels = 4;
/** Longer calls are in the last span of each level. */
export const mostMinutes = 4 ** minuteLevels - 1;

/**
 * The fewest spans that hold every number of minutes of a range, both ends included, as
 * the index of all choices numbers them. Longer calls than 255 minutes lie in one span together.
 */
export function coverMinutes(least: number, most: number): number[] {
  const end = Math.min(most, mostMinutes);
  const spans: number[] = [];
  for (let at = Math.max(Math.min(least, mostMinutes), 0); at <= end; ) {
    let level = minuteLevels - 1;
    while (at % 4 ** level > 0 || at + 4 ** level - 1 > end) level--;
    spans.push(level * 1_000 + at / 4 ** level);
    at += 4 ** level;
  }
  return spans;
}
