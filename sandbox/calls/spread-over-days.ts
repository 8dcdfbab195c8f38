import type { Random } from "../numbers/random";

const hourMs = 3_600_000;

/**
 * Returns a function from a position among `count` calls to a time in the last days, oldest first:
 * most calls fall into working hours, few on weekends.
 */
export function spreadOverDays(
  count: number,
  days: number,
  now: Date,
  random: Random,
): (position: number) => Date {
  const startMs = now.getTime() - days * 24 * hourMs;
  const weights = Array.from({ length: Math.max(1, Math.ceil(days * 24)) }, (_, hour) =>
    busyness(new Date(startMs + hour * hourMs)),
  );
  const totalWeight = weights.reduce((sum, weight) => sum + weight, 0);
  return (position) => {
    const target = ((position + random.fraction()) / count) * totalWeight;
    const ms = startMs + hoursUntilWeight(weights, target) * hourMs;
    return new Date(Math.min(ms, now.getTime()));
  };
}

function busyness(time: Date): number {
  const hour = time.getUTCHours();
  const isWorkingHour = hour >= 8 && hour < 19;
  const isWeekend = time.getUTCDay() % 6 === 0;
  return (isWorkingHour ? 12 : 1) * (isWeekend ? 0.25 : 1);
}

function hoursUntilWeight(weights: number[], target: number): number {
  let remaining = target;
  for (const [hour, weight] of weights.entries()) {
    if (remaining < weight) return hour + remaining / weight;
    remaining -= weight;
  }
  return weights.length;
}
