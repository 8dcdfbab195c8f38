/** How many calls a year has. */
export type YearCount = { year: number; calls: number };

/**
 * The years in which nearly all calls lie, so that a few of another age don't squeeze them into one
 * bar: from the year of the middle call on outwards, over gaps that are short beside what they part.
 * Null without calls. Pure.
 * @param years in their order
 */
export function findMainYears(years: YearCount[]): { first: number; last: number } | null {
  const counted = years.filter(({ calls }) => calls > 0);
  const total = sum(counted);
  let low = findMiddle(counted, total);
  let high = low;
  if (low < 0) return null;
  let [before, after] = [sum(counted.slice(0, low)), sum(counted.slice(high + 1))];
  const yearOf = (index: number) => counted[index]?.year ?? Number.NaN;
  const isApart = (gap: number, beyond: number) => {
    const length = yearOf(high) - yearOf(low) + 1;
    const isFar = gap > Math.max(shortGap, length) && beyond * 5 <= total;
    // No business is so old that these could be its own.
    const isOfAnotherAge = gap > length + longLife && beyond * 2 < total;
    return isFar || isOfAnotherAge;
  };
  for (let isGrowing = true; isGrowing; ) {
    isGrowing = false;
    if (before > 0 && !isApart(yearOf(low) - yearOf(low - 1), before)) {
      low -= 1;
      before -= counted[low]?.calls ?? 0;
      isGrowing = true;
    }
    if (after > 0 && !isApart(yearOf(high + 1) - yearOf(high), after)) {
      high += 1;
      after -= counted[high]?.calls ?? 0;
      isGrowing = true;
    }
  }
  return { first: yearOf(low), last: yearOf(high) };
}

const shortGap = 3;
const longLife = 50;

function sum(years: YearCount[]): number {
  return years.reduce((total, { calls }) => total + calls, 0);
}

function findMiddle(years: YearCount[], total: number): number {
  let before = 0;
  return years.findIndex(({ calls }) => {
    before += calls;
    return before * 2 >= total;
  });
}
