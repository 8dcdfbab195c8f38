/** Numbers from 0 to 1 that are the same for the same seed (mulberry32). */
export type Random = () => number;

export function seededRandom(seed: number): Random {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** @throws when there is nothing to choose from. */
export function pick<T>(random: Random, among: readonly T[]): T {
  const chosen = among[Math.floor(random() * among.length)];
  if (chosen === undefined) throw new Error("Nothing to choose from");
  return chosen;
}
