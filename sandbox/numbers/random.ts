import { createHash } from "node:crypto";

export type Random = {
  /** From 0 to just under 1. */
  fraction(): number;
  between(low: number, high: number): number;
  /** A whole number, both ends included. */
  integer(low: number, high: number): number;
  chance(probability: number): boolean;
  pick<const T extends readonly [unknown, ...unknown[]]>(choices: T): T[number];
  pickWeighted<T>(choices: readonly Weighted<T>[]): T;
  hex(digits: number): string;
};

type Weighted<T> = readonly [choice: T, weight: number];

/** A stream of numbers that depends on the keys alone, so that each thing has a stream of its own. */
export function createRandom(...keys: (string | number)[]): Random {
  const nextUint32 = createGenerator(keys.join("/"));
  const fraction = () => nextUint32() / 2 ** 32;
  const integer = (low: number, high: number) => low + Math.floor(fraction() * (high - low + 1));
  return {
    fraction,
    between: (low, high) => low + fraction() * (high - low),
    integer,
    chance: (probability) => fraction() < probability,
    pick: (choices) => choices[integer(0, choices.length - 1)] ?? choices[0],
    pickWeighted: (choices) => pickWeighted(choices, fraction()),
    hex: (digits) => Array.from({ length: digits }, () => integer(0, 15).toString(16)).join(""),
  };
}

function pickWeighted<T>(choices: readonly Weighted<T>[], fraction: number): T {
  let remaining = fraction * choices.reduce((total, [, weight]) => total + weight, 0);
  for (const [choice, weight] of choices) {
    if (remaining < weight) return choice;
    remaining -= weight;
  }
  throw new RangeError("Nothing to choose from");
}

/** sfc32, started from a hash of the key. */
function createGenerator(key: string): () => number {
  const digest = createHash("sha256").update(key).digest();
  let a = digest.readUInt32LE(0);
  let b = digest.readUInt32LE(4);
  let c = digest.readUInt32LE(8);
  let counter = 1;
  return () => {
    const sum = (a + b + counter) | 0;
    counter = (counter + 1) | 0;
    a = b ^ (b >>> 9);
    b = (c + (c << 3)) | 0;
    c = ((c << 21) | (c >>> 11)) + sum;
    return sum >>> 0;
  };
}
