import { toInstants } from "@/lib/settings/calendar-day";

/** The days of which a sample is taken, and how many calls they have. */
type SampledPart = { calls: number; days: Days; side: "earlier" | "within" | "later" };
type Days = { from: string; to: string };

/** A time of which all calls are read, up to its end, in seconds since 1970. */
export type Slice = { part: number; fromSecond: number; toSecond: number };

/**
 * As many calls of each part, as far as it has them: from slices that are equally far apart, and begin at
 * other times of the day in each. They are as long as to hold that many calls of an even flow.
 * @returns with the parts of which all calls are read
 */
export function layOutSlices(
  parts: readonly SampledPart[],
  sampled: number,
  zone: string,
): { slices: Slice[]; whole: Set<number> } {
  const ofPart = Math.floor(sampled / Math.max(1, parts.length));
  const many = Math.max(
    1,
    Math.min(mostOfPart, Math.floor(mostSlices / Math.max(1, parts.length))),
  );
  const whole = new Set<number>();
  const slices = parts.flatMap(({ calls, days }, part) => {
    const { startAt, endAt } = toInstants(days, zone);
    const fromSecond = startAt ? startAt.epochMilliseconds / 1_000 : firstSecond;
    const toSecond = endAt ? endAt.epochMilliseconds / 1_000 : lastSecond;
    if (calls <= ofPart) {
      whole.add(part);
      return [{ part, fromSecond, toSecond, turn: 0 }];
    }
    // What is to come has hardly a call.
    const now = Date.now() / 1_000;
    const seconds = (fromSecond < now && now < toSecond ? now : toSecond) - fromSecond;
    const length = (seconds * ofPart) / calls / many;
    return Array.from({ length: many }, (_, turn) => {
      const share = (turn + (((part + turn) * goldenRatio) % 1)) / many;
      const at = fromSecond + share * (seconds - length);
      return { part, fromSecond: at, toSecond: at + length, turn };
    });
  });
  // In turns, so that no part goes without a slice where not all are read.
  return { slices: slices.toSorted((one, other) => one.turn - other.turn), whole };
}

/** Runs of days, which together are such a share of each part's, and lie elsewhere in each. */
export function layOutDays(parts: readonly SampledPart[], share: number): Days[] {
  let left = 0;
  const mostRuns = Math.max(1, Math.floor(mostDayRuns / Math.max(1, parts.length)));
  return parts.flatMap(({ days: { from, to }, side }, part) => {
    const days = side === "within" ? toDayNumber(to) - toDayNumber(from) + 1 : 0;
    const wanted = Math.min(1, share) * days + left;
    const chosen = Math.min(days, Math.floor(wanted));
    left = Math.min(1, wanted - chosen);
    const runs = Math.min(chosen, mostRuns);
    return Array.from({ length: runs }, (_, index) => {
      const length =
        Math.floor(((index + 1) * chosen) / runs) - Math.floor((index * chosen) / runs);
      const begin = Math.floor((index * days) / runs);
      const room = Math.floor(((index + 1) * days) / runs) - begin - length;
      const at =
        toDayNumber(from) + begin + Math.floor((((part + 1) * goldenRatio) % 1) * (room + 1));
      return { from: writeDay(at), to: writeDay(at + length - 1) };
    });
  });
}

export function listDays({ from, to }: Days): string[] {
  const first = toDayNumber(from);
  return Array.from({ length: toDayNumber(to) - first + 1 }, (_, day) => writeDay(first + day));
}

function toDayNumber(day: string): number {
  return Date.parse(`${day}T00:00:00Z`) / dayMs;
}

function writeDay(dayNumber: number): string {
  return new Date(dayNumber * dayMs).toISOString().slice(0, 10);
}

const dayMs = 86_400_000;
const mostDayRuns = 40;
const mostOfPart = 32;
const mostSlices = 500;
const goldenRatio = 0.618_034;
/** In some zones the first and the last calls of all lie in the year before or after. */
const firstSecond = Date.UTC(-1, 0, 1) / 1_000;
const lastSecond = Date.UTC(10_001, 0, 1) / 1_000;
