/**
 * Journeys through faults are long in `npm run test:faults` and short everywhere else: the same faults and
 * the same claims, with more calls, more kills and longer outages.
 */
const isLong = process.env.EARSHOT_FAULTS === "long";

export function byLength<T>(short: T, long: T): T {
  return isLong ? long : short;
}

/** How long a test may take that has so many milliseconds in its short form. */
export function scaledTimeoutMs(shortMs: number): number {
  return byLength(shortMs, shortMs * 10);
}
