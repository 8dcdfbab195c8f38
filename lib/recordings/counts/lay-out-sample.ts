import { toInstants } from "@/lib/settings/calendar-day";
import { daysBetween, shiftDay } from "@/lib/settings/timeline-units";

/** The days of which a sample is taken, and how many calls they have. */
type SampledPart = {
  calls: number;
  spans: readonly Days[];
  side: "earlier" | "within" | "later";
  /** One day with far more calls than there usually are. */
  isBurst: boolean;
};
type Days = { from: string; to: string };

/** A time of which calls are read, up to its end, in seconds since 1970. */
export type Slice = { part: number; fromSecond: number; toSecond: number };

/** One of which each so many'th call is read. */
export type EvenSlice = Slice & { every: number };

/**
 * As many calls of each part, as far as it has them: from slices that are equally far apart, and begin at
 * other times of the day in each. They are as long as to hold that many calls of an even flow.
 * @returns with how many calls of each are wanted, and the parts of which all are read
 */
export function layOutSlices(
  parts: readonly SampledPart[],
  sampled: number,
  zone: string,
): { slices: Slice[]; ofPart: number; whole: Set<number> } {
  const ofPart = Math.floor(sampled / Math.max(1, parts.length));
  const bars = parts.filter(({ isBurst }) => !isBurst).length;
  const ofBar = Math.max(1, Math.min(mostOfPart, Math.floor(mostSlices / Math.max(1, bars))));
  const whole = new Set<number>();
  const slices = parts.flatMap(({ calls, spans, isBurst }, part) => {
    const stretches = toStretches(spans, zone);
    if (calls <= ofPart) {
      whole.add(part);
      return stretches.map((stretch) => ({ part, ...stretch, turn: 0 }));
    }
    const past = toPast(stretches);
    const seconds = past.reduce((sum, { fromSecond, toSecond }) => sum + toSecond - fromSecond, 0);
    const many = isBurst ? mostOfBurst : ofBar;
    const length = (seconds * ofPart) / calls / many;
    return Array.from({ length: many }, (_, turn) => {
      const share = (turn + (((part + turn) * goldenRatio) % 1)) / many;
      return { part, ...cut(past, share * (seconds - length), length), turn };
    });
  });
  // In turns, so that no part goes without a slice where not all are read.
  return { slices: slices.toSorted((one, other) => one.turn - other.turn), ofPart, whole };
}

/** So many calls of some parts, with as many others between them, however close in time these are. */
export function layOutEvenly(
  parts: readonly SampledPart[],
  some: ReadonlySet<number>,
  { ofPart, zone }: { ofPart: number; zone: string },
): EvenSlice[] {
  return [...some].flatMap((part) => {
    const { spans, calls } = parts[part] ?? { spans: [], calls: 0 };
    const every = Math.max(1, Math.floor(calls / ofPart));
    return toStretches(spans, zone).map((stretch) => ({ part, ...stretch, every }));
  });
}

type Stretch = Omit<Slice, "part">;

function toStretches(spans: readonly Days[], zone: string): Stretch[] {
  return spans.map((days) => {
    const { startAt, endAt } = toInstants(days, zone);
    return {
      fromSecond: startAt ? startAt.epochMilliseconds / 1_000 : firstSecond,
      toSecond: endAt ? endAt.epochMilliseconds / 1_000 : lastSecond,
    };
  });
}

/** What is to come has hardly a call. */
function toPast(stretches: Stretch[]): Stretch[] {
  const now = Date.now() / 1_000;
  const past = stretches
    .filter(({ fromSecond }) => fromSecond < now)
    .map(({ fromSecond, toSecond }) => ({ fromSecond, toSecond: Math.min(toSecond, now) }));
  return past.length > 0 ? past : stretches;
}

/** So long a piece, as if the stretches followed each other; where one ends before, it begins sooner. */
function cut(stretches: Stretch[], offset: number, length: number): Stretch {
  let before = 0;
  for (const { fromSecond, toSecond } of stretches) {
    const own = toSecond - fromSecond;
    if (offset < before + own) {
      const at = fromSecond + Math.max(0, Math.min(offset - before, own - length));
      return { fromSecond: at, toSecond: Math.min(at + length, toSecond) };
    }
    before += own;
  }
  const last = stretches.at(-1)?.toSecond ?? 0;
  return { fromSecond: last, toSecond: last };
}

/**
 * Runs of days, which together are such a share of each part's, and lie elsewhere in each. Of what has a day
 * or no bar of its own there is none.
 */
export function layOutDays(parts: readonly SampledPart[], share: number): Days[] {
  let left = 0;
  const mostRuns = Math.max(1, Math.floor(mostDayRuns / Math.max(1, parts.length)));
  return parts.flatMap(({ spans, side, isBurst }, part) => {
    const days = side === "within" && !isBurst ? countDays(spans) : 0;
    const wanted = Math.min(1, share) * days + left;
    const chosen = Math.min(days, Math.floor(wanted));
    left = Math.min(1, wanted - chosen);
    const runs = Math.min(chosen, mostRuns);
    return Array.from({ length: runs }, (_, index) => {
      const length =
        Math.floor(((index + 1) * chosen) / runs) - Math.floor((index * chosen) / runs);
      const begin = Math.floor((index * days) / runs);
      const room = Math.floor(((index + 1) * days) / runs) - begin - length;
      const at = begin + Math.floor((((part + 1) * goldenRatio) % 1) * (room + 1));
      return cutDays(spans, at, length);
    }).flat();
  });
}

function countDays(spans: readonly Days[]): number {
  return spans.reduce((sum, { from, to }) => sum + daysBetween(from, to) + 1, 0);
}

/** So many days, as if the spans followed each other. */
function cutDays(spans: readonly Days[], at: number, length: number): Days[] {
  let before = 0;
  return spans.flatMap(({ from, to }) => {
    const own = daysBetween(from, to) + 1;
    const [begin, end] = [Math.max(at - before, 0), Math.min(at + length - before, own) - 1];
    before += own;
    return begin <= end ? [{ from: shiftDay(from, begin), to: shiftDay(from, end) }] : [];
  });
}

/** Days without some of them, which are in order. */
export function withoutDays({ from, to }: Days, days: readonly string[]): Days[] {
  const spans: Days[] = [];
  let begin = from;
  for (const day of days) {
    if (begin < day) spans.push({ from: begin, to: shiftDay(day, -1) });
    if (day === to) return spans;
    begin = shiftDay(day, 1);
  }
  return [...spans, { from: begin, to }];
}

export function listDays({ from, to }: Days): string[] {
  return Array.from({ length: daysBetween(from, to) + 1 }, (_, days) => shiftDay(from, days));
}

const mostDayRuns = 40;
const mostOfPart = 32;
const mostOfBurst = 24;
const mostSlices = 500;
const goldenRatio = 0.618_034;
/** In some zones the first and the last calls of all lie in the year before or after. */
const firstSecond = Date.UTC(-1, 0, 1) / 1_000;
const lastSecond = Date.UTC(10_001, 0, 1) / 1_000;
