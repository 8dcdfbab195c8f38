import { createRandom } from "../numbers/random";

export type Oddity = (typeof oddities)[number][0];

/** What goes wrong with the events of a call; the same for the same seed and call. */
export function chooseOddity(seed: number, callIndex: number): Oddity {
  return createRandom(seed, "oddity", callIndex).pickWeighted(oddities);
}

const oddities = [
  ["none", 46],
  ["repeated", 9],
  ["late", 6],
  ["in-two-states", 5],
  ["out-of-order", 6],
  ["bundled", 5],
  ["flat", 5],
  ["dash-case", 3],
  ["camel-case", 3],
  ["unknown-keys", 5],
  ["unknown-status", 4],
  ["broken", 3],
] as const;
