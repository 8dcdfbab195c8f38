import { hourMs, type WatchedHour } from "./lay-out-hours";

export type FoundSilence = {
  fromMs: number;
  toMs: number;
  /** No call has come since. */
  isOngoing: boolean;
  /** Calls that it should have brought at least. */
  expected: number;
};

/** So many calls must have been to be expected before their absence is called a silence. */
export const leastExpected = 6;

export const weekMs = 7 * 24 * hourMs;
/** The same hour of so many weeks before is what an hour is held against. */
export const comparedWeeks = 6;
const leastWeeks = 3;
/** Fewer calls than these make no silence. */
export const leastCalls = leastExpected * leastWeeks;

/**
 * Runs of hours without a call in which at least `leastExpected` were to be expected, as far as they
 * reach beyond `sinceMs`. An hour's expectation is careful: what the same hour of the same weekday
 * brought in the second poorest of the last six weeks, or in the poorest while there are fewer than
 * five. Nothing is expected in what was not listened to, before three weeks of calls, or once a week
 * has passed without any.
 * @param counts calls by `wallMs` of their hour
 */
export function findSilences(
  counts: ReadonlyMap<number, number>,
  hours: WatchedHour[],
  sinceMs: number,
): FoundSilence[] {
  const expect = newExpectation(counts, hours);
  const found: FoundSilence[] = [];
  let run: EmptyHour[] = [];
  const close = (isLast: boolean) => {
    const silence = judgeRun(run);
    const isOngoing = isLast && silence?.toMs === run.at(-1)?.endMs;
    if (silence && silence.toMs > sinceMs) found.push({ ...silence, isOngoing });
    run = [];
  };
  // What is empty from farther back has been so for more than a week.
  for (const hour of hours.filter(({ endMs }) => endMs > sinceMs - weekMs)) {
    if ((counts.get(hour.wallMs) ?? 0) > 0) close(false);
    else run.push({ ...hour, expected: expect(hour) });
  }
  close(true);
  return found;
}

type EmptyHour = WatchedHour & { expected: number };

/** From the first hour that expected something to the last. */
function judgeRun(run: EmptyHour[]): Omit<FoundSilence, "isOngoing"> | undefined {
  const lastsMs = (run.at(-1)?.endMs ?? 0) - (run[0]?.startMs ?? 0);
  const expecting = run.filter(({ expected }) => expected > 0);
  const [first, last] = [expecting[0], expecting.at(-1)];
  const expected = expecting.reduce((sum, hour) => sum + hour.expected, 0);
  if (!first || !last || lastsMs > weekMs || expected < leastExpected) return undefined;
  return { fromMs: first.startMs, toMs: last.endMs, expected: Math.floor(expected) };
}

function newExpectation(counts: ReadonlyMap<number, number>, hours: WatchedHour[]) {
  const firstWallMs = [...counts.keys()].reduce((one, other) => Math.min(one, other), Infinity);
  const heard = new Set(
    hours.filter(({ watchedShare }) => watchedShare === 1).map(({ wallMs }) => wallMs),
  );
  return ({ wallMs, watchedShare }: WatchedHour): number => {
    if (wallMs - firstWallMs < leastWeeks * weekMs) return 0;
    const brought = Array.from({ length: comparedWeeks }, (_, n) => wallMs - (n + 1) * weekMs)
      .filter((past) => past >= firstWallMs && heard.has(past))
      .map((past) => counts.get(past) ?? 0)
      .sort((one, other) => one - other);
    if (brought.length < leastWeeks) return 0;
    return (brought[brought.length < 5 ? 0 : 1] ?? 0) * watchedShare;
  };
}
