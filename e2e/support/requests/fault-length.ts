/**
 * Journeys through faults are short in `npm test`, long in `npm run test:faults` and of a middle length in CI:
 * the same faults and the same claims, with more calls, more kills and longer outages.
 */
const length = process.env.EARSHOT_FAULTS;

/** What each test that asks for its length says of itself: `npm run test:faults` runs no other. */
export const longer = { tag: "@long" };
/** The same, of those that prove more in CI, too, where they are longer than in `npm test`. */
export const longerInCi = { tag: ["@long", "@middle"] };

export function byLength<T>(short: T, long: T, middle = short): T {
  if (length === "middle") return middle;
  return length === "long" ? long : short;
}

/** How long a test may take that has so many milliseconds in its short form. */
export function scaledTimeoutMs(shortMs: number): number {
  return byLength(shortMs, shortMs * 10, shortMs * 3);
}
